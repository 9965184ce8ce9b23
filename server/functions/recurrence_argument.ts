import { RecurrenceError } from "../../lib/recurrence/recurrence.ts";
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
