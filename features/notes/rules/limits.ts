import { MAX_MENTIONS } from "../../../lib/mentions.ts";
import type { Message } from "../../../lib/words/message.ts";
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

/** Form messages, verbatim (care-core 8). */
export const NOTE_MESSAGES = {
  program: { key: "noterules.program" },
  title: { key: "noterules.title" },
  content: { key: "noterules.content" },
  date: { key: "noterules.date" },
  notFound: { key: "noterules.notFound" },
  createFailed: { key: "noterules.createFailed" },
  updateFailed: { key: "noterules.updateFailed" },
  deleteFailed: { key: "noterules.deleteFailed" },
  lost: { key: "noterules.lost" },
  lostReason: { key: "noterules.lostReason" },
  unknownType: { key: "noterules.unknownType" },
  titleLong: { key: "noterules.titleLong", values: { most: NOTE_TITLE_LENGTH } },
  contentLong: { key: "noterules.contentLong", values: { most: NOTE_CONTENT_LENGTH } },
  tooManyTags: { key: "noterules.tooManyTags", values: { most: NOTE_TAGS } },
  tooManyMentions: { key: "noterules.tooManyMentions", values: { most: MAX_MENTIONS } },
  notMembers: { key: "noterules.notMembers" },
  otherKind: { key: "noterules.otherKind" },
  changed: { key: "noterules.changed" },
} as const satisfies Record<string, Message>;

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
