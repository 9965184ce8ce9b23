import { pluralize } from "../../../lib/pluralize.ts";
import { findCustomRuleProblem, RULE_TAKES_TOO_LONG } from "../../../lib/recurrence/custom-rule.ts";
import { formatRecurrence, getWeekdayNames, type Recurrence } from "../../../lib/recurrence/recurrence.ts";

export const WARNING_CAUSES = [
  "no-pattern",
  "no-weekdays",
  "no-month-days",
  "phase-lacks-days",
  "invalid-setup",
  "phase-too-short",
] as const;
/** Why a recurring activity would create no tasks (care-core 5, "Scheduling check"). */
export type WarningCause = (typeof WARNING_CAUSES)[number];

/** Why an activity creates no tasks, in the form that is stored; the message is derived from it and the recurrence. */
export type Warning =
  | { cause: Exclude<WarningCause, "phase-too-short"> }
  | {
      cause: "phase-too-short";
      /** The days that the phase has. */
      days: number;
    };

/** Why an activity creates no tasks, as words that complete its title to a sentence. */
export function describeWarning(warning: Warning, recurrence: Recurrence | null): string {
  switch (warning.cause) {
    case "no-pattern":
      return recurrence?.pattern === "custom" ? unusableRuleText(recurrence.rrule) : "No recurrence pattern";
    case "no-weekdays":
      return "No weekdays chosen";
    case "no-month-days":
      return "No month days chosen";
    case "invalid-setup":
      return recurrence?.pattern === "frequency" ? "Invalid frequency setup" : "Invalid interval setup";
    case "phase-lacks-days":
      return missingDaysText(recurrence);
    case "phase-too-short":
      return shortPhaseText(recurrence, pluralize(warning.days, "day"));
  }
}

const unusableRuleText = (rule: string): string =>
  `No usable recurrence pattern: ${findCustomRuleProblem(rule) ?? RULE_TAKES_TOO_LONG}`;

function missingDaysText(recurrence: Recurrence | null): string {
  switch (recurrence?.pattern) {
    case "weekly":
      return `The phase lacks the chosen weekdays: ${getWeekdayNames(recurrence.weekly.byWeekdays)}`;
    case "monthly":
      return `The phase lacks the chosen month days: ${recurrence.monthly.byMonthDay.join(", ")}`;
    default:
      return "The phase lacks the days of the custom recurrence";
  }
}

function shortPhaseText(recurrence: Recurrence | null, days: string): string {
  const every = recurrence?.pattern === "interval" ? recurrence.interval.every : 1;
  return every === 1
    ? `The phase is too short for a weekly interval: it has ${days}`
    : `The phase is too short for an interval of ${every} weeks: it has ${days}`;
}

/** The label of an activity's frequency, derived from its recurrence alone. */
export function describeRecurrence(isRecurring: boolean, recurrence: Recurrence | null): string {
  if (!isRecurring) return formatRecurrence({ pattern: "one-time" });
  return recurrence ? formatRecurrence(recurrence) : "No recurrence chosen";
}

type ActivityFrequency = {
  isRecurring: boolean;
  recurrence: Recurrence | null;
  /** A label written by the person who activated the program; null to derive it. */
  frequencyWords: string | null;
  warning: Warning | null;
};

/** The frequency label of an activity in an activated program, or why it creates no tasks. */
export function getActivityFrequency(activity: ActivityFrequency): string {
  const { isRecurring, recurrence, frequencyWords, warning } = activity;
  if (frequencyWords !== null) return frequencyWords;
  return warning ? describeWarning(warning, recurrence) : describeRecurrence(isRecurring, recurrence);
}
