import { getEarliestDay, getLatestDay } from "../../../lib/dates/weeks.ts";
import { countDaysBetween, toDayInZone } from "../../../lib/dates/zone-day.ts";

/** The fields of a program that its time line draws. Moments are epoch ms, days are the notebook's. */
type Drawn = {
  status: string;
  baselineDay: string;
  pausedSince: number | null;
  pauses: readonly { from: string; to: string }[];
  phases: readonly { phaseId: string; startDay: string; endDay: string }[];
};

/** A part of the line in percent of its length, from its start. */
export type Stretch = { start: number; length: number };

export type TimeLine = {
  fromDay: string;
  toDay: string;
  /** Where the middle of the present day is, in percent; null when that day isn't on the line. */
  today: number | null;
  /** By the id of the phase. */
  phases: ReadonlyMap<string, Stretch>;
  pauses: readonly (Stretch & { from: string; to: string; isNow: boolean })[];
};

/**
 * A program's time line: from its baseline, or its first phase if that begins earlier, to the end of its last phase, or
 * to the present day of a pause that has lasted beyond it. Null without phases.
 */
export function getTimeLine(program: Drawn, now: number, timeZone: string): TimeLine | null {
  if (program.phases.length === 0) return null;
  const today = toDayInZone(now, timeZone);
  const pauses = getPauses(program, today, timeZone);
  const fromDay = getEarliestDay(program.baselineDay, ...program.phases.map(({ startDay }) => startDay));
  const toDay = getLatestDay(
    program.baselineDay,
    ...program.phases.map(({ endDay }) => endDay),
    ...pauses.filter(({ isNow }) => isNow).map(({ to }) => to),
  );
  const days = countDaysBetween(fromDay, toDay) + 1;
  const place = (day: string) => (countDaysBetween(fromDay, day) / days) * 100;
  const stretch = (from: string, to: string): Stretch => ({
    start: place(from),
    length: ((countDaysBetween(from, to) + 1) / days) * 100,
  });
  return {
    fromDay,
    toDay,
    today: today < fromDay || today > toDay ? null : place(today) + 50 / days,
    phases: new Map(
      program.phases.map(({ phaseId, startDay, endDay }) => [phaseId, stretch(startDay, endDay)]),
    ),
    pauses: pauses
      .filter(({ from, to }) => to >= fromDay && from <= toDay)
      .map((pause) => ({
        ...pause,
        ...stretch(getLatestDay(pause.from, fromDay), getEarliestDay(pause.to, toDay)),
      })),
  };
}

/** The pauses that are over, and the present one up to today. */
function getPauses({ status, pauses, pausedSince }: Drawn, today: string, timeZone: string) {
  const over = pauses.map(({ from, to }) => ({ from, to, isNow: false }));
  if (status !== "paused" || pausedSince === null) return over;
  const from = toDayInZone(pausedSince, timeZone);
  return [...over, { from, to: getLatestDay(from, today), isNow: true }];
}

/** How many tasks of a phase are done, missed and to come; cancelled ones don't count. */
export function getPartsOfPhase(phase: { totalTasks: number; completedTasks: number; overdueTasks: number }) {
  const { totalTasks, completedTasks: done, overdueTasks: missed } = phase;
  return { done, missed, toCome: Math.max(0, totalTasks - done - missed) };
}
