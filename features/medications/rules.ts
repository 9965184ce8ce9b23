import { shorten } from "../../lib/cut-text.ts";

/** What a difference between two lists is about: a row that came or went, or one field of a row that stayed. */
export const DIFFERENCE_KINDS = [
  "started",
  "stopped",
  "name",
  "dosage",
  "timing",
  "compliance",
  "notes",
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/**
 * The locale of numbers and times in a list that is written from the plans: readers of several languages share it, and
 * its clock has 24 hours.
 */
export const LIST_LOCALE = "en-GB";

const TABLE_CELL_LENGTH = 24;

/** Truncates a table cell's text to 24 characters and "…". */
export const shortenTableCell = (text: string): string => shorten(text, TABLE_CELL_LENGTH);
