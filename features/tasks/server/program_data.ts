import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { readProgramHeadings } from "./program_headings.ts";

type Db = Kysely<Tables>;

/** The program of a task as its fields show it; while it is paused, none of its tasks becomes late. */
type ProgramInfo = { programName: string; isPaused: boolean; pausedSince: number | null };

/** The programs of tasks, by activation id. */
export async function readPrograms(db: Db, diaryProgramIds: string[]): Promise<Map<string, ProgramInfo>> {
  if (diaryProgramIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("diary_programs")
    .select(["id", "program_id", "language", "paused_since"])
    .where("id", "in", [...new Set(diaryProgramIds)])
    .execute();
  if (rows.length === 0) return new Map();
  const findHeading = await readProgramHeadings(db, rows);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        programName: findHeading(row)?.name ?? "",
        isPaused: row.paused_since !== null,
        pausedSince: row.paused_since,
      },
    ]),
  );
}
