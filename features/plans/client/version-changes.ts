import { addDays, longWeekday, placeOfZone, shortDay } from "../../../lib/dates/zone-day.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { listInSentence } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { formatCount, type Unit } from "../rules/amounts.ts";
import type { MealRelation } from "../rules/meals.ts";
import { listAmounts, type Schedule } from "../rules/schedule.ts";
import {
  formatDays,
  formatDuration,
  formatMeal,
  formatSchedule,
  formatTime,
  limitLines,
  type TypedLimits,
  type WordsOf,
} from "../rules/schedule-words.ts";

/** The fields of a version that people read. */
export type VersionShown = TypedLimits & {
  schedule: Schedule;
  firstDay: string;
  lastDay: string | null;
  mealRelation: MealRelation;
  mealMinutes: number | null;
  instructions: string;
  saidBy: string;
};

export type Compared = VersionShown & {
  sameDoseMinutes: number | null;
  lateAfterMinutes: number;
  lateUntilMinutes: number;
  timeZone?: string;
};

/** One difference between two versions: the key of its title, and both in words. */
export type VersionChange = { title: Key; before: string; after: string };

/** What differs between two versions of a plan, in the order of the editor's questions. */
export function listVersionChanges(before: Compared, after: Compared, unit: Unit): VersionChange[] {
  const lines: [Key, (version: Compared) => string][] = [
    ["planparts.whenAndHowMuch", ({ schedule }) => formatSchedule(schedule, { unit })],
    ["planparts.meals", ({ mealRelation, mealMinutes }) => formatMeal(mealRelation, mealMinutes)],
    ["planparts.instructions", ({ instructions }) => instructions],
    ["planparts.limits", (version) => limitLines(version, { unit }).join(". ")],
    ["planparts.accordingTo", ({ saidBy }) => saidBy],
    ["planparts.firstDay", ({ firstDay }) => shortDay(firstDay)],
    ["planparts.lastDay", ({ lastDay }) => (lastDay === null ? "" : shortDay(lastDay))],
    [
      "planparts.sameWithin",
      ({ sameDoseMinutes }) => (sameDoseMinutes === null ? "" : formatDuration(sameDoseMinutes)),
    ],
    ["planparts.lateAfter", ({ lateAfterMinutes }) => formatDuration(lateAfterMinutes)],
    ["planparts.notRecordedAfter", ({ lateUntilMinutes }) => formatDuration(lateUntilMinutes)],
    ["planparts.clock", ({ timeZone }) => (timeZone ? placeOfZone(timeZone) : "")],
  ];
  return lines
    .map(([title, words]) => ({ title, before: words(before), after: words(after) }))
    .filter((change) => change.before !== change.after);
}

/** "Limits: none → At least 4 hours between two doses". */
export const changeWords = ({ title, before, after }: VersionChange): string =>
  t("planparts.change", {
    title: t(title),
    before: before || t("planparts.nothing"),
    after: after || t("planparts.nothing"),
  });

/** "From now on", "From tomorrow", "From Wednesday", "From Dec 3, 2026"; a weekday is the next one of its name. */
export function formatFrom(day: string, today: string): string {
  if (day <= today) return t("planparts.fromNow");
  if (day === addDays(today, 1)) return t("planparts.fromTomorrow");
  return day < addDays(today, 7)
    ? t("planparts.fromWeekday", { weekday: longWeekday(day) })
    : t("planparts.fromDate", { day: shortDay(day) });
}

/**
 * The schedule of a change with what it was: "2 tablets at 08:00, every day, was 1". The former amount or times alone
 * where nothing else differs.
 */
export function formatScheduleChange(before: Schedule, after: Schedule, of: WordsOf): string {
  const [former, words] = [formatSchedule(before, of), formatSchedule(after, of)];
  if (former === words) return words;
  const amounts = [...new Set(listAmounts(before))];
  const [amount, next] = [amounts[0], listAmounts(after)[0]];
  const all = t("planparts.was", { words, former });
  if (amounts.length !== 1 || next === undefined) return all;
  // Compared in words, since the server's objects have their fields in another order.
  if (formatSchedule(withAmount(before, next), of) === words)
    return t("planparts.was", { words, former: formatCount(amount!, of.unit, of) });
  if (before.kind !== "clock" || after.kind !== "clock" || formatDays(before.days) !== formatDays(after.days))
    return all;
  const times = before.times.map(({ at }) => at).sort();
  return after.times.every((time) => time.amount === amount)
    ? t("planparts.wasAt", { words, times: listInSentence(times.map((at) => formatTime(at, of.locale))) })
    : all;
}

/** A schedule with another amount each time. */
const withAmount = (schedule: Schedule, amount: number): Schedule =>
  JSON.parse(JSON.stringify(schedule, (key, value) => (key === "amount" ? amount : value)));
