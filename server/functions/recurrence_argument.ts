import { type Recurrence, RecurrenceError, readRecurrence } from "../../lib/recurrence/recurrence.ts";
import { getRefusedArgument } from "./argument_words.ts";

/**
 * Turns the error of an invalid recurrence into the refusal of the argument at `path`, whether it fails while it is read or
 * while its days are computed. Returns every other error unchanged.
 */
export function getRefusedRecurrence(error: unknown, path: string): unknown {
  if (!(error instanceof RecurrenceError)) return error;
  const isWhole = error.path === path || error.path.startsWith(`${path}.`);
  return getRefusedArgument((isWhole ? error.path : `${path}.${error.path}`).split("."), error.message);
}

/**
 * Reads the argument at `path` that repeats something with times of its own; null for what happens once. Hours are for
 * programs only.
 */
export function readRepetition(value: unknown, path: string): Recurrence | null {
  try {
    const recurrence = readRecurrence(value);
    if (recurrence === null || recurrence.pattern === "one-time") return null;
    const unit = "interval" in recurrence ? recurrence.interval.unit : null;
    if (unit === "hour") throw new RecurrenceError("recurrence.interval.unit", "must be a day or longer");
    return recurrence;
  } catch (error) {
    throw getRefusedRecurrence(error, path);
  }
}
