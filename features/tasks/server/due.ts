import { type RawBuilder, sql } from "kysely";
import type { Lateness } from "../rules/lateness.ts";
import { maySetStatus, type TasksAccess } from "./access.ts";
import { createProgramClock, isExpired, OPEN } from "./states.ts";

/**
 * What a task (alias `t`) asks of one reader in SQL: the same rules as in features/tasks/rules/due.ts. due.test.ts
 * compares the two.
 */

/** Whether it is the reader's to do, as `isForReader`. */
export const isForReader = (access: TasksAccess): RawBuilder<boolean> =>
  sql<boolean>`((t.assigned_to = ${access.userId} or t.assigned_to is null) and ${maySetStatus(access)})`;

/**
 * Whether it is added to the day of its notebook (`selectSectionNotebooks`, alias `d`) and no pause of its program
 * (alias `g`) began afterwards, as `isAddedToToday` for an open task.
 */
export const IS_ADDED_TO_TODAY = sql<boolean>`(t.added_to_today_at >= d.day_starts
  and t.added_to_today_at < d.day_ends
  and t.added_to_today_at >= coalesce(g.paused_since, t.added_to_today_at))`;

/** Whether it is overdue or late at a moment, as `getLateness`; null when neither. */
export const selectLateness = (at: Date): RawBuilder<Lateness | null> => sql<Lateness | null>`case
  when not ${OPEN} or g.paused_since is not null or t.overdue_after is null or t.overdue_after >= ${at}
    or coalesce(${isExpired(createProgramClock(at))}, false) or coalesce(${IS_ADDED_TO_TODAY}, false) then null
  when t.overdue_after < d.day_starts then 'overdue' else 'late' end`;
