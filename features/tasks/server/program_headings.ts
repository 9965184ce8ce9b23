import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";

/** What lists show of a program in one language. */
export type ProgramHeading = { name: string; description: string; category: string; tags: string[] };

/** An activated program: its notebook has it in this language. */
export type ProgramInLanguage = { program_id: string; language: string | null };

type HeadingRow = ProgramHeading & { headings: unknown };

/** The columns of `getProgramHeading`. */
export const HEADING_COLUMNS = ["name", "description", "category", "tags", "headings"] as const;

/** The headings of a program in the languages that it is translated into. */
export const readHeadings = ({ headings }: Pick<HeadingRow, "headings">) =>
  headings as Record<string, ProgramHeading>;

/** A program's name and what goes with it, in a language that it has; else in its own. */
export function getProgramHeading(row: HeadingRow, language: string | null | undefined): ProgramHeading {
  const { name, description, category, tags } = row;
  const headings = new Map(Object.entries(readHeadings(row)));
  return headings.get(language ?? "") ?? { name, description, category, tags };
}

/**
 * Reads the headings of programs and returns the function that finds one, in the language of its notebook; undefined
 * for an unknown program.
 */
export async function readProgramHeadings(db: Kysely<Tables>, programs: readonly ProgramInLanguage[]) {
  const ids = [...new Set(programs.map(({ program_id }) => program_id))];
  if (ids.length === 0) return () => undefined;
  const rows = await db
    .selectFrom("programs")
    .select(["id", ...HEADING_COLUMNS])
    .where("id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ program_id, language }: ProgramInLanguage): ProgramHeading | undefined => {
    const row = byId.get(program_id);
    return row && getProgramHeading(row, language);
  };
}
