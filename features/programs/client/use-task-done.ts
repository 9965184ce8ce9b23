import { optimisticallyUpdateValueInPaginatedQuery, useMutation } from "convex/react";
import { useCallback, useRef } from "react";
import { api, type ProgramTask } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";

type TaskListArgs = { diaryProgramId: string; phaseId?: string };

/** Completes or reopens a task of a program's list; the list updates at once. */
export function useTaskDone(listed: TaskListArgs): (task: ProgramTask) => Promise<void> {
  const updateTask = useMutation(api.tasks.updateTask);
  const latest = useRef(listed);
  latest.current = listed;
  return useCallback(
    async ({ _id: taskId, status: before }) => {
      const status: ProgramTask["status"] = before === "completed" ? "pending" : "completed";
      try {
        await updateTask.withOptimisticUpdate((store) => {
          optimisticallyUpdateValueInPaginatedQuery(
            store,
            api.programs.listProgramTasks,
            latest.current,
            (task) => (task._id === taskId ? { ...task, status } : task),
          );
        })({ taskId, status });
      } catch (error) {
        console.error("Failed to update task", error);
        notifyFailure(getErrorMessage(error, t("program.taskNotUpdated")));
      }
    },
    [updateTask],
  );
}
