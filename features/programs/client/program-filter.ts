import type { LibraryProgram } from "../../../lib/api.ts";

type Searchable = Pick<LibraryProgram, "name" | "description" | "category" | "tags">;

/** Which programs the picker shows: those with all the words, and of one category (null for all). */
export type ProgramFilter = { words: string; category: string | null };

/** Search covers name, description, category and tags (decisions 736); accents and case don't matter. */
export function fits(program: Searchable, { words, category }: ProgramFilter): boolean {
  if (category !== null && program.category !== category) return false;
  const text = plain([program.name, program.description, program.category, ...program.tags].join(" "));
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The categories in use, sorted, each once. */
export const categoriesOf = (programs: readonly Searchable[]): string[] =>
  [...new Set(programs.flatMap(({ category }) => category || []))].sort((a, b) => a.localeCompare(b));
