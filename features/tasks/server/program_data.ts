import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";

type Db = Kysely<Tables>;

/** The program of a task as its fields show it; while it is paused, none of its tasks becomes late. */
type ProgramInfo = { programName: string; isPaused: boolean; pausedSince: number | null };

/** The programs of tasks, by activation id. */
export async function readPrograms(db: Db, diaryProgramIds: string[]): Promise<Map<string, ProgramInfo>> {
  if (diaryProgramIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("diary_programs")
    .select(["id", "program_id", "paused_since"])
    .where("id", "in", [...new Set(diaryProgramIds)])
    .execute();
  if (rows.length === 0) return new Map();
  const programs = await db
    .selectFrom("programs")
    .select(["id", "name"])
    .where("id", "in", [...new Set(rows.map((row) => row.program_id))])
    .execute();
  const names = new Map(programs.map(({ id, name }) => [id, name]));
  return new Map(
    rows.map(({ id, program_id, paused_since }) => [
      id,
      {
        programName: names.get(program_id) ?? "",
        isPaused: paused_since !== null,
        pausedSince: paused_since,
      },
    ]),
  );
}
