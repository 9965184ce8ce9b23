import { useMemo } from "react";
import { api } from "../../../lib/api.ts";
import type { Today } from "../../../lib/task-states.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { addDays, CALENDAR_LIMIT, placeTasks } from "../rules.ts";

/**
 * The tasks of the days from `first` to `last` and those without one, live and placed. `hasNone` is true when there is no
 * task on any other day either, so that a quiet month isn't taken for an empty calendar.
 */
export function useCalendarTasks(
  { first, last, notebook }: { first: number; last: number; notebook: string | undefined },
  today: Today,
) {
  const whose = { filter: "all", ...(notebook && { diaryId: notebook }) } as const;
  const result = useLiveQuery(api.tasks.listMyTasks, {
    ...whose,
    limit: CALENDAR_LIMIT,
    around: today.start,
    from: first,
    to: addDays(last, 1),
  });
  const { start, end, now } = today;
  const placed = useMemo(
    () => result && placeTasks(result.tasks, { start, end, now }),
    [result, start, end, now],
  );
  const isEmpty = placed !== undefined && placed.undated.length === 0 && placed.byDay.size === 0;
  const elsewhere = useLiveQuery(api.tasks.listMyTasks, isEmpty ? { ...whose, limit: 1 } : null);
  return {
    placed,
    isCut: result?.isCut ?? false,
    isEmpty,
    hasNone: isEmpty && elsewhere?.tasks.length === 0,
  };
}
