import type { Note } from "../../../lib/api.ts";
import { dateInWords, describeClock } from "../../../lib/dates/moment-words.ts";
import { longDay, shortDay, toMomentInZone } from "../../../lib/dates/zone-day.ts";

type Dated = Pick<Note, "noteDay" | "noteTime">;

const MINUTE = 60_000;

/** The moment of a note's time (epoch ms), by the clock of its notebook; null without one. */
export function noteMoment({ noteDay, noteTime }: Dated, timeZone: string): number | null {
  if (!noteTime) return null;
  const [hours = 0, minutes = 0] = noteTime.split(":").map(Number);
  return toMomentInZone(noteDay, (hours * 60 + minutes) * MINUTE, timeZone);
}

/** When it happened: "today", "yesterday, 14:30", "Mar 5, 2026, 14:30 · 23:30 for you". */
export const noteDateInWords = (note: Dated, timeZone: string, now: number): string =>
  dateInWords({ day: note.noteDay, at: noteMoment(note, timeZone) }, timeZone, now);

const withTime = (words: string, note: Dated, timeZone: string) => {
  const at = noteMoment(note, timeZone);
  return at === null ? words : `${words}, ${describeClock(at, timeZone)}`;
};

/** The same with the whole date: "Mar 5, 2026, 14:30". */
export const noteShortDate = (note: Dated, timeZone: string): string =>
  withTime(shortDay(note.noteDay), note, timeZone);

/** The same with the weekday: "Thursday, March 5, 2026, 14:30". */
export const noteLongDate = (note: Dated, timeZone: string): string =>
  withTime(longDay(note.noteDay), note, timeZone);
