import { type RawBuilder, sql } from "kysely";

/**
 * The state of a task (alias `t`) at a moment in SQL: the same rules as in features/tasks/rules/states.ts, from the two
 * deadlines that the database stores with its dates. `states.test.ts` compares the two.
 */

/** Conditions on the status; written exactly as in the indexes of tasks. */
export const OPEN = sql<boolean>`t.status in ('pending', 'in_progress')`;
export const FINISHED = sql<boolean>`t.status in ('completed', 'cancelled')`;

/** The day used by lists, as `listDay`. */
export const LIST_DAY = sql<string | null>`coalesce(t.due_day, t.scheduled_day)`;
/** The day used by the calendar, as `getCalendarDay`; written exactly as in its index. */
export const CALENDAR_DAY = sql<string | null>`coalesce(t.scheduled_day, t.due_day)`;

/** The current time of a task's program, if any (alias `g`), as `createProgramClock`: it stops while paused. */
export const createProgramClock = (at: Date | "now"): RawBuilder<number> =>
  at === "now" ? sql<number>`coalesce(g.paused_since, now())` : sql<number>`coalesce(g.paused_since, ${at})`;

/** Whether it is unfinished past its due time at a moment of its program's time, as `isMissed`. */
export const isMissed = (clock: RawBuilder<number>) => sql<boolean>`(${OPEN} and t.overdue_after < ${clock})`;

/** The repetition that it belongs to, as `repetitionOf`; null for a single task. */
export const REPETITION = sql<string | null>`case
  when t.linked_diary_program_id is not null and t.activity_template_id <> ''
  then t.linked_diary_program_id || ' ' || t.activity_template_id else t.series_id::text end || ' ' || t.title`;

/** Whether it is unfinished and expired at a moment of its program's time, as `isExpired`. */
export const isExpired = (clock: RawBuilder<number>) =>
  sql<boolean>`(${OPEN} and t.expires_after < ${clock})`;
