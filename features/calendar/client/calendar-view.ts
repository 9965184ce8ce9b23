import { isFullId } from "../../../lib/ids.ts";

export const MODES = ["month", "week", "day"] as const;
export type CalendarMode = (typeof MODES)[number];

/** The state of the calendar in its URL: `?mode=…&date=YYYY-MM-DD&notebook=…`. */
export type CalendarView = {
  /** By default, month on a wide screen and day on a phone. */
  mode?: CalendarMode;
  /** A day of the visible period; without it today, also when the day changes. */
  date?: string;
  /** The full id of the only notebook to show; absent for all. */
  notebook?: string;
};

/**
 * Checks only the shape of a day; the screen checks that it exists. Addresses are parsed before other code is loaded.
 */
const DAY = /^(19|20|21)\d\d-\d\d-\d\d$/;

/** Parses the view of an address; drops invalid values. */
export function toCalendarView(search: Record<string, unknown>): CalendarView {
  const mode = MODES.find((known) => known === search.mode);
  const notebook = String(search.notebook ?? "").toLowerCase();
  const date = String(search.date ?? "");
  return { ...(mode && { mode }), ...(DAY.test(date) && { date }), ...(isFullId(notebook) && { notebook }) };
}
