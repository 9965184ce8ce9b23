import type { Weekday } from "../../../lib/recurrence/recurrence.ts";
import type { Message } from "../../../lib/words/message.ts";

/** A planned time of the day and how much is planned then, in the plan's unit. */
export type PlannedTime = {
  /** `HH:MM` by the clock of the plan's version. */
  at: string;
  amount: number;
};

/** The days of a clock plan's times. */
export type PlannedDays =
  | { everyDays: number }
  | { everyWeeks: number }
  | { weekdays: Weekday[] }
  | { monthDays: number[] };

export type ClockSchedule = { kind: "clock"; times: PlannedTime[]; days: PlannedDays };

/** Every n hours by the clock: 0, 8 and 16 o'clock stay so when clocks change. `from` is one of the times, `HH:MM`. */
export type HoursSchedule = { kind: "everyHours"; hours: number; from: string; amount: number };

/** n hours after the last dose that was given; elapsed time, independent of clock changes. */
export type AfterLastSchedule = { kind: "afterLast"; hours: number; amount: number };

/** One part of a plan that changes by days, such as a taper; both days included, `YYYY-MM-DD`. */
export type Step = { from: string; until: string | null; schedule: ClockSchedule | HoursSchedule };

/** When a medicine is planned to be given. */
export type Schedule =
  | ClockSchedule
  | HoursSchedule
  | AfterLastSchedule
  | { kind: "steps"; steps: Step[] }
  /** Given when it is needed; `most` is the larger amount where the plan names a range. */
  | { kind: "asNeeded"; amount: number; most: number | null }
  /** Shown as it was written; never scheduled and never compared with anything. */
  | { kind: "freeText" };

/** The most planned times of one version on one day. */
export const MAX_TIMES = 24;
export const MAX_STEPS = 50;

/** The most hours between two doses that a plan by hours may name: four weeks. */
export const MAX_HOURS = 672;

/** Whether a plan has times of its own; others are given when needed. */
export const isScheduled = (schedule: Pick<Schedule, "kind">): boolean =>
  schedule.kind !== "asNeeded" && schedule.kind !== "freeText";

/** The amounts that a schedule names. */
export function listAmounts(schedule: Schedule): number[] {
  switch (schedule.kind) {
    case "clock":
      return schedule.times.map(({ amount }) => amount);
    case "steps":
      return schedule.steps.flatMap((step) => listAmounts(step.schedule));
    case "freeText":
      return [];
    case "asNeeded":
      return schedule.most === null ? [schedule.amount] : [schedule.amount, schedule.most];
    default:
      return [schedule.amount];
  }
}

/** What a schedule can't be: the path of the wrong part and a sentence; null when it is complete. */
export function findScheduleProblem(schedule: Schedule): { path: string; message: Message } | null {
  switch (schedule.kind) {
    case "clock":
      return findClockProblem(schedule, "");
    case "steps":
      return findStepsProblem(schedule.steps);
    case "asNeeded":
      return schedule.most !== null && schedule.most < schedule.amount
        ? { path: "most", message: { key: "planrules.moreAmount" } as const }
        : null;
    default:
      return null;
  }
}

function findClockProblem({ times, days }: ClockSchedule, at: string) {
  if (new Set(times.map((time) => time.at)).size < times.length)
    return { path: `${at}times`, message: { key: "planrules.timeTwice" } as const };
  if ("weekdays" in days && days.weekdays.length === 0)
    return { path: `${at}days`, message: { key: "planrules.noWeekday" } as const };
  if ("monthDays" in days && days.monthDays.length === 0)
    return { path: `${at}days`, message: { key: "planrules.noMonthDay" } as const };
  return null;
}

function findStepsProblem(steps: readonly Step[]) {
  for (const [index, { from, until, schedule }] of steps.entries()) {
    const path = `steps.${index}`;
    if (until !== null && until < from)
      return { path: `${path}.until`, message: { key: "planrules.stepEnd" } as const };
    const next = steps[index + 1];
    if (next && (until === null || next.from <= until))
      return {
        path: `steps.${index + 1}.from`,
        message: { key: "planrules.stepOrder" } as const,
      };
    const problem = schedule.kind === "clock" ? findClockProblem(schedule, `${path}.schedule.`) : null;
    if (problem) return problem;
  }
  return null;
}
