import { isCalendarDay } from "../../../lib/dates/zone-day.ts";
import type { ListFilter } from "./note-filter.ts";

/** A filter without its day if there is no such day, as the 30th of February. */
export function withRealDay({ day, ...others }: ListFilter): ListFilter {
  return day !== undefined && isCalendarDay(day) ? { ...others, day } : others;
}
