import { placeOfZone, shortDay } from "../../../lib/dates/zone-day.ts";
import type { Unit } from "../rules/amounts.ts";
import type { MealRelation } from "../rules/meals.ts";
import type { Schedule } from "../rules/schedule.ts";
import {
  formatDuration,
  formatMeal,
  formatSchedule,
  limitLines,
  type TypedLimits,
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
    ["Who said so", ({ saidBy }) => saidBy],
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
