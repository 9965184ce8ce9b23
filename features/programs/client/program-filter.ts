import type { LibraryProgram } from "../../../lib/api.ts";

type Searchable = Pick<LibraryProgram, "name" | "description" | "category" | "tags">;

/** The filter of the picker: words that must all match, and a category (null for all). */
export type ProgramFilter = { words: string; category: string | null };

/** The search covers name, description, category and tags (decisions 736); accents and case don't matter. */
export function fits(program: Searchable, { words, category }: ProgramFilter): boolean {
  if (category !== null && program.category !== category) return false;
  const text = plain([program.name, program.description, program.category, ...program.tags].join(" "));
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The distinct categories, sorted. */
export const getCategories = (programs: readonly Searchable[]): string[] =>
  [...new Set(programs.flatMap(({ category }) => category || []))].sort((a, b) => a.localeCompare(b));
