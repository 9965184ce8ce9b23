import { useMemo } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { useQuarterHour } from "../../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";
import { isForReader } from "../rules/due.ts";
import { LISTED_TASKS } from "../rules/limits.ts";
import { adjustCounts, type SectionCounts } from "./task-sections.ts";

/**
 * The open tasks of all notebooks that the user may do, overdue and of the next week, with the numbers by section of
 * those that are theirs to do (`isForReader`); undefined while loading. `now` is the minute they are computed for, epoch
 * ms.
 */
export function useHomeTasks(): { tasks: Task[]; counts: SectionCounts; now: number } | undefined {
  const now = useMinute();
  const at = useQuarterHour();
  const result = useSteadyQuery(
    api.tasks.listMyTasks,
    { filter: "all", limit: LISTED_TASKS, around: at, countsAt: at, toDo: true },
    "home",
  );
  const userId = useLiveQuery(api.users.getCurrentUser, {})?._id;
  return useMemo(() => {
    if (!result?.counts || userId === undefined) return undefined;
    const { tasks, counts } = result;
    const counted = tasks.filter((task) => isForReader(task, userId));
    return { tasks, counts: adjustCounts(counts, { tasks: counted, at }, { tasks: counted, at: now }), now };
  }, [result, userId, at, now]);
}
