import { cutText } from "../../../lib/cut-text.ts";
import { isFullId } from "../../../lib/ids.ts";
import { NOTE_SEARCH_LENGTH, NOTE_TAG_LENGTH, NOTE_TYPES } from "../rules/filters.ts";
import type { NoteType } from "../rules.ts";

/** The filter of a list of notes in its URL: `?type=…&tag=…&by=…&day=…&q=…`. */
export type ListFilter = {
  type?: NoteType;
  tag?: string;
  /** The author's id. */
  by?: string;
  /** A day of the notebook, `YYYY-MM-DD`. */
  day?: string;
  /** Search words. */
  q?: string;
};

/** Only the shape: addresses are parsed before other code is loaded. `withRealDay` checks the day itself. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parses the filter of a URL; drops invalid values. */
export function filterOfSearch(search: Record<string, unknown>): ListFilter {
  const filter: ListFilter = {};
  const type = NOTE_TYPES.find((known) => known === search.type);
  // The router parses `?q=12` as a number.
  const words = (name: string) => (search[name] === undefined ? "" : String(search[name]).trim());
  const [tag, by, day, q] = [words("tag"), words("by").toLowerCase(), words("day"), words("q")];
  if (type) filter.type = type;
  if (tag && tag.length <= NOTE_TAG_LENGTH) filter.tag = tag;
  if (isFullId(by)) filter.by = by;
  if (DAY.test(day)) filter.day = day;
  if (q) filter.q = cutText(q.toWellFormed(), NOTE_SEARCH_LENGTH).trim();
  return filter;
}

export const isFiltering = (filter: ListFilter): boolean => Object.keys(filter).length > 0;
