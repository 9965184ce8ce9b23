import { addDays, longWeekday, placeOfZone, shortDay } from "../../../lib/dates/zone-day.ts";
import { listInWords } from "../../../lib/list-words.ts";
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

/** One difference between two versions, in words. */
export type VersionChange = { title: string; before: string; after: string };

/** What differs between two versions of a plan, in the order of the editor's questions. */
export function listVersionChanges(before: Compared, after: Compared, unit: Unit): VersionChange[] {
  const lines: [string, (version: Compared) => string][] = [
    ["When and how much", ({ schedule }) => formatSchedule(schedule, { unit })],
    ["Meals", ({ mealRelation, mealMinutes }) => formatMeal(mealRelation, mealMinutes)],
    ["Instructions", ({ instructions }) => instructions],
    ["Limits", (version) => limitLines(version, { unit }).join(". ")],
    ["According to", ({ saidBy }) => saidBy],
    ["First day", ({ firstDay }) => shortDay(firstDay)],
    ["Last day", ({ lastDay }) => (lastDay === null ? "" : shortDay(lastDay))],
    [
      "Taken for the same dose within",
      ({ sameDoseMinutes }) => (sameDoseMinutes === null ? "" : formatDuration(sameDoseMinutes)),
    ],
    ["Late after", ({ lateAfterMinutes }) => formatDuration(lateAfterMinutes)],
    ["Not recorded after", ({ lateUntilMinutes }) => formatDuration(lateUntilMinutes)],
    ["Clock", ({ timeZone }) => (timeZone ? placeOfZone(timeZone) : "")],
  ];
  return lines
    .map(([title, words]) => ({ title, before: words(before), after: words(after) }))
    .filter((change) => change.before !== change.after);
}

/** "Limits: none → At least 4 hours between two doses". */
export const changeWords = ({ title, before, after }: VersionChange): string =>
  `${title}: ${before || "nothing"} → ${after || "nothing"}`;

/** "From now on", "From tomorrow", "From Wednesday", "From Dec 3, 2026"; a weekday is the next one of its name. */
export function formatFrom(day: string, today: string): string {
  if (day <= today) return "From now on";
  if (day === addDays(today, 1)) return "From tomorrow";
  return `From ${day < addDays(today, 7) ? longWeekday(day) : shortDay(day)}`;
}

/** The schedule of a change with what it was: "2 tablets at 08:00, every day, was 1". */
export function formatScheduleChange(before: Schedule, after: Schedule, of: WordsOf): string {
  const [former, words] = [formatSchedule(before, of), formatSchedule(after, of)];
  return former === words ? words : `${words}, was ${formatFormer(before, after, of)}`;
}

/** What differs: the former amount or times alone where nothing else does. */
function formatFormer(before: Schedule, after: Schedule, of: WordsOf): string {
  const amounts = [...new Set(listAmounts(before))];
  const [former, next] = [amounts[0], listAmounts(after)[0]];
  const words = formatSchedule(before, of);
  if (amounts.length !== 1 || next === undefined) return words;
  // Compared in words, since the server's objects have their fields in another order.
  if (formatSchedule(withAmount(before, next), of) === formatSchedule(after, of))
    return formatCount(former!, of.unit, of);
  if (before.kind !== "clock" || after.kind !== "clock" || formatDays(before.days) !== formatDays(after.days))
    return words;
  const times = before.times.map(({ at }) => at).sort();
  return after.times.every(({ amount }) => amount === former)
    ? `at ${listInWords(times.map((at) => formatTime(at, of.locale)))}`
    : words;
}

/** A schedule with another amount each time. */
const withAmount = (schedule: Schedule, amount: number): Schedule =>
  JSON.parse(JSON.stringify(schedule, (key, value) => (key === "amount" ? amount : value)));
