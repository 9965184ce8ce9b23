import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { getShownName } from "../../../../server/db/names.ts";
import { type SubjectColumns, toBellKey } from "../../rules/addressed.ts";
import type { SettledHow } from "../../rules/settled.ts";
import type { Subjects } from "../subjects.ts";

type Db = Kysely<Tables>;
type Row = SubjectColumns & { diary_id: string | null; made_at: number; done_at: number | null };
type Settled = { how: SettledHow; by: string | null; byName: string | null; at: number };

/**
 * How the subjects of a user's notifications were settled: who gave the dose or did the task, or when the
 * user answered. `answers` come from `readAnswers`.
 */
export function findSettled(row: Row, subjects: Subjects, answers: ReadonlyMap<string, number>) {
  if (row.subject_kind === "dose") return row.done_at === null ? null : findDose(row, subjects);
  if (row.subject_kind === "task") return row.done_at === null ? null : findTask(row, subjects);
  const at = answers.get(toBellKey(row)) ?? 0;
  return at > row.made_at ? { how: "answered" as const, by: null, byName: null, at } : null;
}

function findDose({ subject_id, slot }: Row, { doses }: Subjects): Settled | null {
  const dose = doses.get(`${subject_id} ${slot}`);
  if (!dose) return null;
  const { state, given_at, given_by, given_by_name, recorded_by, recorded_at } = dose;
  if (state === "given")
    return { how: "given", by: given_by, byName: given_by_name, at: given_at ?? recorded_at };
  return state === "not_given" ? { how: "not-given", by: recorded_by, byName: null, at: recorded_at } : null;
}

function findTask({ subject_id }: Row, { tasks }: Subjects): Settled | null {
  const task = tasks.get(subject_id!);
  if (!task) return null;
  const { status, completed_at, completed_by, updated_at, updated_by } = task;
  if (status === "completed" && completed_at !== null)
    return { how: "done", by: completed_by, byName: null, at: completed_at };
  return status === "cancelled" ? { how: "cancelled", by: updated_by, byName: null, at: updated_at } : null;
}

/** With the name of the member, for the reader. */
export const presentSettled = (settled: Settled | null, names: ReadonlyMap<string, string>, userId: string) =>
  settled && {
    how: settled.how,
    byName: settled.byName ?? getShownName(names, settled.by),
    isOwn: settled.by === userId,
    at: settled.at,
  };

/** Reads when a user last commented on the subjects of these notifications, by their keys. */
export async function readAnswers(
  db: Db,
  userId: string,
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const asked = rows.filter(({ subject_kind }) => subject_kind === "comment" || subject_kind === "note");
  const ids = [...new Set(asked.map(toBellKey))];
  const diaryIds = [...new Set(asked.flatMap(({ diary_id }) => diary_id ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom("comments")
    .select(sql<string>`coalesce(note_id, task_id, diary_program_id)`.as("key"))
    .select(({ fn }) => fn.max("created_at").as("at"))
    .where("diary_id", "in", diaryIds)
    .where((eb) =>
      eb.or([eb("note_id", "in", ids), eb("task_id", "in", ids), eb("diary_program_id", "in", ids)]),
    )
    .where("created_by", "=", userId)
    .groupBy("key")
    .execute();
  return new Map(found.map(({ key, at }) => [key, at]));
}
