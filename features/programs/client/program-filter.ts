import type { LibraryProgram } from "../../../lib/api.ts";

type Searchable = Pick<LibraryProgram, "name" | "description" | "category" | "tags" | "otherNames">;

/** The filter of the picker: words that must all match, and a category (null for all). */
export type ProgramFilter = { words: string; category: string | null };

/**
 * The search covers name, description, category and tags (decisions 736), and names in further languages; accents and
 * case don't matter.
 */
export function fits(program: Searchable, { words, category }: ProgramFilter): boolean {
  if (category !== null && program.category !== category) return false;
  const { name, description, tags, otherNames = [] } = program;
  const text = plain([name, description, program.category, ...tags, ...otherNames].join(" "));
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The distinct categories, sorted. */
export const getCategories = (programs: readonly Searchable[]): string[] =>
  [...new Set(programs.flatMap(({ category }) => category || []))].sort((a, b) => a.localeCompare(b));
