import { RRuleTemporal } from "rrule-temporal";
import { DAY } from "../dates/time.ts";
import { type DayNumber, dayText } from "./calendar-days.ts";
import {
  findCustomRuleProblem,
  formatRule,
  getRuleParts,
  RULE_TAKES_TOO_LONG,
  type RuleParts,
} from "./custom-rule.ts";
import type { ClockTime } from "./patterns.ts";
import { RecurrenceError } from "./recurrence.ts";
import { createLocalClock } from "./zone-clock.ts";

/** The most steps for computing a rule; a daily one needs 3,653 for ten years. */
const MAX_STEPS = 20_000;

/**
 * The occurrences of a custom rule from the first to the last day, at most `most`, in order. The rule begins on the
 * first day at `startTime` (ms after midnight; null: midnight, and a rule without hours is for whole days). It is
 * computed in local time; an `UNTIL` in UTC is read in the time zone. Throws a RecurrenceError on an invalid rule, or
 * when it takes too much work.
 */
export function getCustomTimes(
  text: string,
  {
    first,
    last,
    startTime = null,
    timeZone,
    most,
  }: { first: DayNumber; last: DayNumber; startTime?: number | null; timeZone: string; most: number },
): ClockTime[] {
  const problem = findCustomRuleProblem(text);
  if (problem) throw new RecurrenceError("rrule", problem);
  const parts = getRuleParts(text);
  const until = Math.min((last + 1) * DAY - 1000, ruleEnd(parts, timeZone));
  if (until < first * DAY) return [];
  const count = Math.min(most, Number(parts.get("COUNT") ?? most));
  const bounded = new Map([...parts, ["COUNT", `${count}`], ["UNTIL", utcText(until)]]);
  const isTimed =
    startTime !== null ||
    /MINUTELY|HOURLY/.test(parts.get("FREQ")!) ||
    parts.has("BYHOUR") ||
    parts.has("BYMINUTE");
  return expand(first * DAY + (startTime ?? 0), formatRule(bounded)).map((date) => {
    const time = date.epochMilliseconds;
    const day = Math.floor(time / DAY);
    return { day, time: isTimed ? time - day * DAY : null };
  });
}

/** `first` in ms of local time. */
function expand(first: number, rule: string) {
  try {
    const start = `DTSTART:${utcText(first)}`;
    return new RRuleTemporal({
      rruleString: `${start}\nRRULE:${rule}`,
      maxIterations: MAX_STEPS,
      cache: false,
    }).all();
  } catch (error) {
    if (error instanceof Error && /exceeded/i.test(error.message))
      throw new RecurrenceError("rrule", RULE_TAKES_TOO_LONG);
    throw error;
  }
}

/** The last moment of a rule's own UNTIL, as ms of local time. */
function ruleEnd(parts: RuleParts, timeZone: string): number {
  const until = parts.get("UNTIL");
  if (!until) return Number.POSITIVE_INFINITY;
  const [, year, month, day, hour = "23", minute = "59", second = "59"] =
    /(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(until)!;
  const moment = Date.UTC(+year!, +month! - 1, +day!, +hour, +minute, +second);
  return until.endsWith("Z") ? createLocalClock(moment, timeZone) : moment;
}

const utcText = (time: number) =>
  `${dayText(Math.floor(time / DAY)).replaceAll("-", "")}T${new Date(time).toISOString().slice(11, 19).replaceAll(":", "")}Z`;
