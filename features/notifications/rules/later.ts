import type { Kind } from "../rules.ts";

/** For how many minutes a notification can be put off. */
export const LATER_MINUTES = [10, 30, 60] as const;
export type LaterMinutes = (typeof LATER_MINUTES)[number];

/** For how many a message on a phone is put off: it has room for one button. */
export const PUSH_LATER_MINUTES = 30;

/**
 * Computes when a button was pressed whose answer arrives now: an answer may have waited for a connection. The device
 * sends the waiting time, so a wrong clock changes nothing; a clock set meanwhile is bounded: not before the message
 * was made, and not in the future. All in ms, moments since the epoch.
 */
export const pressMoment = ({
  waitedMs,
  madeAt,
  now,
}: {
  waitedMs: number;
  madeAt: number;
  now: number;
}): number => Math.min(now, Math.max(madeAt, now - waitedMs));

/** Kinds that ask something of their person. News needs no second time. */
const LATER_KINDS: readonly Kind[] = [
  "task-due",
  "dose-due",
  "dose-missed",
  "escalation",
  "assigned",
  "mentioned",
];

/** Whether a notification can be put off; `step` is that of an escalation. */
export const maySnooze = ({
  kind,
  step,
  isDone,
}: {
  kind: Kind;
  step: string | null;
  isDone: boolean;
}): boolean => LATER_KINDS.includes(kind) && !isDone && step !== "taken" && step !== "stale";
