import { isFullId } from "../../../lib/ids.ts";

export const MODES = ["month", "week", "day"] as const;
export type CalendarMode = (typeof MODES)[number];

/** What a calendar shows, as its address says it: `?mode=…&date=YYYY-MM-DD&notebook=…`. */
export type CalendarView = {
  /** Without one: month on a wide screen, day on a phone. */
  mode?: CalendarMode;
  /** A day of the shown span; today without one, also when that changes. */
  date?: string;
  /** Full id of the only notebook to show; all without it. */
  notebook?: string;
};

/** What looks like a day; the screen knows which there are. The rooms' addresses are read before anything else is loaded. */
const DAY = /^(19|20|21)\d\d-\d\d-\d\d$/;

/** The view that an address says; what makes no sense is left out. */
export function calendarViewOfSearch(search: Record<string, unknown>): CalendarView {
  const mode = MODES.find((known) => known === search.mode);
  const notebook = String(search.notebook ?? "").toLowerCase();
  const date = String(search.date ?? "");
  return { ...(mode && { mode }), ...(DAY.test(date) && { date }), ...(isFullId(notebook) && { notebook }) };
}
