import { formatDate, SHORT_DATE } from "../../../lib/dates/date-format.ts";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { addDays, longWeekday, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { listInSentence } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";

/** How a page words times: for its reader's language, by the notebook's clock, at a moment (epoch ms). */
export type WordsFor = { now: number; timeZone: string };

/** Formats a time: "14:02" of today, "yesterday 20:10", "Tuesday 18:05" of the last days, else with its date. */
export function formatMoment(at: number, { now, timeZone }: WordsFor): string {
  const clock = formatClockTime(at, undefined, timeZone);
  const [day, today] = [toDayInZone(at, timeZone), toDayInZone(now, timeZone)];
  if (day === today) return clock;
  if (day === addDays(today, -1)) return t("moments.yesterday", { clock });
  if (day > addDays(today, -7) && day < today) return t("moments.weekday", { day: longWeekday(day), clock });
  return t("moments.date", { day: formatDate(at, SHORT_DATE, undefined, timeZone), clock });
}

/** Formats a span: "Sunday 06:00 – 14:00". */
export function formatSpan(from: number, until: number, words: WordsFor): string {
  const isOneDay = toDayInZone(from, words.timeZone) === toDayInZone(until, words.timeZone);
  const end = isOneDay ? formatClockTime(until, undefined, words.timeZone) : formatMoment(until, words);
  return t("moments.span", { from: formatMoment(from, words), until: end });
}

/** Formats a list: "a, b and c"; of many the first ones and the number of the rest. */
export function formatList(parts: readonly string[], most: number): string {
  const rest = parts.length - most;
  return listInSentence(rest > 0 ? [...parts.slice(0, most), t("moments.more", { count: rest })] : parts);
}

/** Whether a text asks something, in the scripts of the product's languages. */
export const isQuestion = (text: string): boolean => /[?？؟]/.test(text);
