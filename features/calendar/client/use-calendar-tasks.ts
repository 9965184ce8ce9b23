import { useMemo } from "react";
import { api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useQuarterHour } from "../../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";
import { CALENDAR_LIMIT, placeTasks } from "../rules.ts";

/**
 * The tasks from day `first` to `last` and those without a day, live and placed. `hasNone` is true when no other day
 * has a task either, so that a quiet month isn't taken for an empty calendar.
 */
export function useCalendarTasks(
  { first, last, notebook }: { first: string; last: string; notebook: string | undefined },
  now: number,
) {
  const whose = { filter: "all", ...(notebook && { diaryId: notebook }) } as const;
  const around = useQuarterHour();
  const shown = { ...whose, limit: CALENDAR_LIMIT, fromDay: first, toDay: last };
  const result = useSteadyQuery(api.tasks.listMyTasks, { ...shown, around }, JSON.stringify(shown));
  const placed = useMemo(() => result && placeTasks(result.tasks, now), [result, now]);
  const isEmpty = placed !== undefined && placed.undated.length === 0 && placed.byDay.size === 0;
  const elsewhere = useLiveQuery(api.tasks.listMyTasks, isEmpty ? { ...whose, limit: 1 } : null);
  return {
    placed,
    isCut: result?.isCut ?? false,
    isEmpty,
    hasNone: isEmpty && elsewhere?.tasks.length === 0,
  };
}
