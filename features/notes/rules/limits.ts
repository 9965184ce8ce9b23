import type { NOTE_TYPES } from "./filters.ts";

// In a file of its own: the schemas import it, and the other rules import the schemas.

/** Limits of notes (care-core 9, reliability). Lengths are in characters. */
export const NOTE_TITLE_LENGTH = 200;
export const NOTE_CONTENT_LENGTH = 100_000;
export const NOTE_PREVIEW_LENGTH = 150;
export const NOTE_TAGS = 50;
/** As JSON. */
export const NOTE_METADATA_LENGTH = 20_000;
/** The most notes in the unpaginated list; screens load pages. */
export const LISTED_NOTES = 1000;

export type NoteType = (typeof NOTE_TYPES)[number];

/** Removes duplicate tags, ignoring case. */
export function removeRepeats(list: readonly string[]): string[] {
  const seen = new Set<string>();
  return list.filter((tag) => {
    const key = tag.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
