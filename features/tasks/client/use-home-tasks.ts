import { useMemo } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { useQuarterHour } from "../../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";
import { LISTED_TASKS } from "../rules/limits.ts";
import { adjustCounts, type SectionCounts } from "./task-sections.ts";

/**
 * The user's open tasks in all notebooks, overdue and of the next week, with the numbers of all their tasks by section;
 * undefined while loading. `now` is the minute they are computed for, epoch ms.
 */
export function useHomeTasks(): { tasks: Task[]; counts: SectionCounts; now: number } | undefined {
  const now = useMinute();
  const at = useQuarterHour();
  const result = useSteadyQuery(
    api.tasks.listMyTasks,
    { filter: "all", limit: LISTED_TASKS, around: at, countsAt: at, toDo: true },
    "home",
  );
  return useMemo(() => {
    if (!result?.counts) return undefined;
    const { tasks, counts } = result;
    return { tasks, counts: adjustCounts(counts, { tasks, at }, { tasks, at: now }), now };
  }, [result, at, now]);
}
