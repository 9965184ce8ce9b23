import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import type { TaskStatus } from "../../../lib/task-states.ts";
import { todayAt } from "../../../lib/task-states.ts";
import { notifyFailure, notifyQuietly } from "../../../ui/notify.ts";
import { offerUndo } from "../../../ui/undo-toast.tsx";
import { TASK_MESSAGES } from "../rules.ts";
import { patchTasks, type TaskPatch } from "./optimistic-tasks.ts";
import { momentInWords, STATUS_TOAST, skipToast, todayToast } from "./task-words.ts";

/** What a screen may do with a task; each shows at once, and is taken back with a message when it is refused. */
export type TaskWrites = {
  setStatus(task: Task, status: TaskStatus): void;
  toggleToday(task: Task): void;
  /** `person` null takes the task from whoever it is assigned to. */
  assign(task: Task, person: { userId: string; name: string } | null): void;
  /** Moves a task to another moment; what it is due by moves along. */
  move(task: Task, scheduledDate: number): void;
  skip(task: Task): void;
  /** With `andLater`, the repeated task ends with this one. */
  remove(task: Task, andLater?: boolean): void;
};

/**
 * The changes of tasks, with an undo where workspace 4.1 has one. `isQuiet` is for calendar and home, where a failure
 * isn't worth more than a quiet word (decisions W1013).
 */
export function useTaskWrites({ isQuiet = false }: { isQuiet?: boolean } = {}): TaskWrites {
  const updateTask = useMutation(api.tasks.updateTask);
  const toggleAddToToday = useMutation(api.tasks.toggleAddToToday);
  const skipToCurrent = useMutation(api.tasks.skipToCurrentInstance);
  const deleteTask = useMutation(api.tasks.deleteTask);

  return useMemo(() => {
    const showing =
      (taskIds: readonly string[], patch: TaskPatch) => (store: Parameters<typeof patchTasks>[0]) =>
        patchTasks(store, taskIds, patch);

    /** Runs a change; tells when it fails, loudly unless this is a quiet place. */
    async function run(change: Promise<unknown>, failed: string, loud = !isQuiet): Promise<boolean> {
      try {
        await change;
        return true;
      } catch (error) {
        console.error(failed, error);
        (loud ? notifyFailure : notifyQuietly)(errorMessage(error, failed));
        return false;
      }
    }

    const withStatus = (taskIds: string[], status: TaskStatus) =>
      updateTask.withOptimisticUpdate(
        showing(taskIds, (task) => ({
          ...task,
          status,
          completedAt: status === "completed" ? Date.now() : null,
          completedByName: null,
        })),
      );

    async function setStatus(task: Task, status: TaskStatus) {
      const before = task.status ?? "pending";
      if (status === before) return;
      const taskId = task._id;
      if (!(await run(withStatus([taskId], status)({ taskId, status }), TASK_MESSAGES.updateFailed))) return;
      offerUndo(STATUS_TOAST, () => {
        void run(withStatus([taskId], before)({ taskId, status: before }), TASK_MESSAGES.undoFailed, true);
      });
    }

    const toggled = ({ _id: taskId }: Task) => {
      const now = Date.now();
      const today = todayAt(now);
      const isOn = (at: number | null) => at !== null && at >= today.start;
      return toggleAddToToday.withOptimisticUpdate(
        showing([taskId], (task) => {
          const addedToTodayAt = isOn(task.addedToTodayAt) ? null : now;
          return { ...task, addedToTodayAt, addedToToday: addedToTodayAt !== null };
        }),
      )({ taskId, today: today.start });
    };

    async function toggleToday(task: Task) {
      let isAdded = false;
      const change = toggled(task).then((result) => {
        isAdded = result.addedToToday;
      });
      if (!(await run(change, TASK_MESSAGES.updateFailed))) return;
      offerUndo(todayToast(isAdded), () => void run(toggled(task), TASK_MESSAGES.undoFailed, true));
    }

    function assign({ _id: taskId }: Task, person: { userId: string; name: string } | null) {
      const change = updateTask.withOptimisticUpdate(
        showing([taskId], (task) => ({
          ...task,
          assignedTo: person?.userId ?? null,
          assigneeName: person?.name ?? null,
        })),
      )(person ? { taskId, assignedTo: person.userId } : { taskId, unassign: true });
      void run(change, TASK_MESSAGES.assigneeFailed);
    }

    const moved = ({ _id: taskId }: Task, dates: { scheduledDate: number | null; dueDate?: number | null }) =>
      updateTask.withOptimisticUpdate(showing([taskId], (task) => ({ ...task, ...dates })))({
        taskId,
        ...dates,
      });

    async function move(task: Task, scheduledDate: number) {
      const { scheduledDate: former, dueDate } = task;
      const by = scheduledDate - (former ?? dueDate ?? scheduledDate);
      const due =
        dueDate === null
          ? {}
          : { dueDate: former === null ? Math.max(dueDate + by, scheduledDate) : dueDate + by };
      const change = moved(task, { scheduledDate, ...due });
      // The one failure of a calendar that is told loudly (workspace 8).
      if (!(await run(change, TASK_MESSAGES.rescheduleFailed, true))) return;
      offerUndo(`Task moved to ${momentInWords(scheduledDate, Date.now())}.`, () => {
        const back = { scheduledDate: former, ...(dueDate !== null && { dueDate }) };
        void run(moved(task, back), TASK_MESSAGES.undoFailed, true);
      });
    }

    async function skip({ _id: taskId }: Task) {
      let ids: string[] = [];
      const change = skipToCurrent({ taskId }).then((result) => {
        ids = result.cancelledTaskIds;
      });
      if (!(await run(change, TASK_MESSAGES.skipFailed))) return;
      offerUndo(skipToast(ids.length), () => {
        const back = ids.map((id) => withStatus([id], "pending")({ taskId: id, status: "pending" }));
        void run(Promise.all(back), TASK_MESSAGES.undoFailed, true);
      });
    }

    function remove({ _id: taskId }: Task, andLater = false) {
      const change = deleteTask.withOptimisticUpdate(showing([taskId], () => null))({
        taskId,
        ...(andLater && { andLater }),
      });
      void run(change, TASK_MESSAGES.deleteFailed);
    }

    return { setStatus, toggleToday, assign, move, skip, remove };
  }, [updateTask, toggleAddToToday, skipToCurrent, deleteTask, isQuiet]);
}
