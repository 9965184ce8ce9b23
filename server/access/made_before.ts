import { sql } from "kysely";
import { isFullId } from "../../lib/ids.ts";
import { type Caller, denied, knownPerson, type NotebookAccess } from "./gate.ts";

/**
 * Changes that a device sends again, because it has lost the answer or numbers its operations anew: what the first one
 * made is recognised by the id that the device chose, also after it was deleted.
 */

const DELETIONS = {
  notes: "note.deleted",
  comments: "comment.deleted",
  tasks: "task.deleted",
  appointments: "appointment.deleted",
} as const;

type Deletable = keyof typeof DELETIONS;

/** Rules of repetition: their deletion isn't recorded. */
type Series = "task_series" | "appointment_series";

/**
 * Whether the caller has already made the row with this id in the notebook; it may be deleted since.
 * @throws CareError as for an unknown notebook when the id belongs to any other row, so that its existence isn't disclosed
 */
export async function isMadeBefore(
  db: Caller["db"],
  access: Pick<NotebookAccess, "diaryId" | "userId">,
  table: Deletable | Series,
  id: string,
): Promise<boolean> {
  const { rows } = await sql<{ diary_id: string; created_by: string }>`
    select diary_id, created_by from ${sql.table(table)} where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return table in DELETIONS && isDeleted(db, table as Deletable, id, "diary_id", access.diaryId);
  if (row.diary_id !== access.diaryId || row.created_by !== access.userId) throw denied();
  return true;
}

/** Whether the caller has deleted the row with this id. */
export async function hasDeleted(caller: Caller, table: Deletable, id: string): Promise<boolean> {
  if (!isFullId(id)) return false;
  const { userId } = await knownPerson(caller);
  return isDeleted(caller.db, table, id, "actor_id", userId);
}

/** Whether the audit log has the deletion of a row, in a notebook or by a user. */
async function isDeleted(
  db: Caller["db"],
  table: Deletable,
  id: string,
  where: "diary_id" | "actor_id",
  value: string,
): Promise<boolean> {
  const event = await db
    .selectFrom("audit_events")
    .select("id")
    .where("target_id", "=", id)
    .where("event_type", "=", DELETIONS[table])
    .where(where, "=", value)
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}
