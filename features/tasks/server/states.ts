import { type RawBuilder, sql } from "kysely";

/**
 * What a task (aliased `t`) is at a moment, in SQL: the same as features/tasks/rules/states.ts, from the two last moments
 * that the database keeps beside its dates. `states.test.ts` beside holds the two against each other.
 */

/** What is told apart by status; the indexes of tasks have it in the same words. */
export const OPEN = sql<boolean>`t.status in ('pending', 'in_progress')`;
export const FINISHED = sql<boolean>`t.status in ('completed', 'cancelled')`;

/** The day that lists go by, as `listDay`. */
export const LIST_DAY = sql<string | null>`coalesce(t.due_day, t.scheduled_day)`;
/** The day that the calendar goes by, as `calendarDay`; its index has the same words. */
export const CALENDAR_DAY = sql<string | null>`coalesce(t.scheduled_day, t.due_day)`;

/** The time of the program that a task may belong to (aliased `g`), as `programClock`: a paused one's stands still. */
export const programClock = (at: Date | "now"): RawBuilder<number> =>
  at === "now" ? sql<number>`coalesce(g.paused_since, now())` : sql<number>`coalesce(g.paused_since, ${at})`;

/** Whether it isn't done and its time is over at a moment of its program's clock, as `isMissed`. */
export const isMissed = (clock: RawBuilder<number>) => sql<boolean>`(${OPEN} and t.overdue_after < ${clock})`;

/** Whether it isn't done and makes no sense any more at a moment of its program's clock, as `isExpired`. */
export const isExpired = (clock: RawBuilder<number>) =>
  sql<boolean>`(${OPEN} and t.expires_after < ${clock})`;
