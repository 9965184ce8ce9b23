import { MINUTE } from "../../../lib/dates/time.ts";
import type { Step } from "../rules.ts";

/** Where a run is. `countsFrom` and `now` in epoch ms. */
export type Progress = {
  countsFrom: number;
  /** The minute up to which steps are done. */
  doneMinutes: number;
};

/**
 * The steps that are to be taken now: every person whose time has come, and of several reminders again only the last, and
 * only while no person's time has come.
 */
export function findDueSteps(
  steps: readonly Step[],
  { countsFrom, doneMinutes }: Progress,
  now: number,
): Step[] {
  const due = steps.filter(({ after }) => after > doneMinutes && countsFrom + after * MINUTE <= now);
  const people = due.filter(({ recipient }) => recipient !== "again");
  return people.length > 0 ? people : due.slice(-1);
}

/** The first step after a minute; undefined after the last. */
export const findNextStep = (steps: readonly Step[], minute: number): Step | undefined =>
  steps.find(({ after }) => after > minute);
