import { shorten } from "../../lib/cut-text.ts";

const MAX_LENGTH_IN_SUBJECT = 80;

/**
 * Text that mail programs make a link of: `://`, `@`, and a dot within a name. An invisible space prevents that, so
 * that nobody puts a link of theirs into a letter of this server by their name.
 */
const LINK_MARKS = /:(?=\/\/)|@(?=\S)|(?<=[\p{L}\p{N}-])\.(?=[\p{L}\p{N}])/gu;

/**
 * A person's name without line breaks, which would end a header, and without bidirectional control characters, which
 * would reverse the text that follows.
 */
export function toOneLine(text: string): string {
  return text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(LINK_MARKS, "$&\u200b")
    .trim();
}

/** A text shortened for use in a subject. */
export const shortenForSubject = (text: string): string => shorten(text, MAX_LENGTH_IN_SUBJECT);
