import type { Kysely } from "kysely";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import { may } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";

/** A notebook rarely has one. */
const MAX_STALE = 1000;

/**
 * Reads the tasks and planned doses of a notebook whose escalation ended without an answer since a moment (epoch ms),
 * for roles that see running escalations. The result is asked by task, or by plan and planned dose.
 */
export async function readUnanswered(
  db: Kysely<Tables>,
  { diaryId, role }: NotebookAccess,
  since: number,
): Promise<(subjectId: string, slot?: string | null) => boolean> {
  if (!may(role, "escalation.see")) return () => false;
  const rows = await db
    .selectFrom("escalation_runs")
    .select(["subject_id", "slot"])
    .where("diary_id", "=", diaryId)
    .where("state", "=", "stale")
    .where("closed_at", ">", new Date(since) as never)
    .orderBy("closed_at", "desc")
    .limit(MAX_STALE)
    .execute();
  const keys = new Set(rows.map((row) => `${row.subject_id} ${row.slot}`));
  return (subjectId, slot = null) => keys.has(`${subjectId} ${slot}`);
}
