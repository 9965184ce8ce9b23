import { DAY } from "../../../lib/dates/time.ts";

/** Why other people give the medicines for a time. */
export const PAUSE_KINDS = ["hospital", "away", "other"] as const;
export type PauseKind = (typeof PAUSE_KINDS)[number];

/** A pause is entered up to a year before or after it begins. */
export const MAX_PAUSE_DISTANCE = 366 * DAY;
/** So many pauses may be running or planned at once. */
export const MAX_OPEN_PAUSES = 20;
/** The list has the newest ones. */
export const MAX_LISTED_PAUSES = 100;

/** The span and the plans of a pause: null for all plans. Epoch ms; it ends before `until`, null for an open end. */
export type PausedTime = { from: number; until: number | null; planIds: readonly string[] | null };

/** Whether a pause holds at a moment. */
export const isPauseActive = ({ from, until }: Pick<PausedTime, "from" | "until">, at: number): boolean =>
  at >= from && (until === null || at < until);

/** Whether a pause holds for a plan at a moment. */
export const isPaused = (pause: PausedTime, planId: string, at: number): boolean =>
  isPauseActive(pause, at) && (pause.planIds === null || pause.planIds.includes(planId));

/** Whether a pause has ended at a moment: nothing can be changed about it any more. */
export const isOver = ({ until }: Pick<PausedTime, "until">, at: number): boolean =>
  until !== null && until <= at;

/**
 * Whether another pause already pauses all of a pause's plans during a part of its time. Such a pause is refused: ending
 * one of the two would change nothing. Others may overlap; a planned dose is paused while any pause holds for its plan.
 */
export function isCovered(pause: PausedTime, others: readonly PausedTime[]): boolean {
  return others.some(
    (other) =>
      pause.from < (other.until ?? Number.POSITIVE_INFINITY) &&
      other.from < (pause.until ?? Number.POSITIVE_INFINITY) &&
      (other.planIds === null || pause.planIds?.every((id) => other.planIds!.includes(id))),
  );
}
