import { shortened } from "../../lib/cut-text.ts";

const MAX_LENGTH_IN_SUBJECT = 80;

/** A name as people wrote it, without line breaks, which would end a header, and without marks that turn the direction of what follows. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** Short enough for a subject. */
export const shortenedForSubject = (text: string): string => shortened(text, MAX_LENGTH_IN_SUBJECT);
