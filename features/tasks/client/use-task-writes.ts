import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { dateInWords } from "../../../lib/dates/moment-words.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { announce } from "../../../ui/announce.ts";
import { notifyBackgroundFailure, notifyFailure } from "../../../ui/notify.ts";
import { offerUndo } from "../../../ui/undo-toast.tsx";
import { isAddedToToday, type TaskDates, type TaskStatus } from "../rules/states.ts";
import { getMovedDates, type OpenStatus } from "../rules.ts";
import { formatFailure } from "./failed-because.ts";
import { patchTasks, type TaskPatch } from "./optimistic-tasks.ts";
import { showChangedTask } from "./task-layers.ts";
import { getTodayToast, skipToast } from "./task-words.ts";

/** The actions on tasks; each shows its effect at once, and reverts it with a message when the server refuses. */
export type TaskWrites = {
  setStatus(task: Task, status: TaskStatus): void;
  toggleToday(task: Task): void;
  /** `person` null unassigns the task. */
  assign(task: Task, person: { userId: string; name: string } | null): void;
  /** Moves a task to a day, `YYYY-MM-DD`, keeping or changing its time; see `getMovedDates`. */
  move(task: Task, day: string, time?: number | null): void;
  skip(task: Task): void;
  /** With `andLater`, the series ends with this task. */
  remove(task: Task, andLater?: boolean): void;
};

/**
 * The mutations of tasks, with an undo where workspace 4.1 has one. `isQuiet` is for calendar and home, where failures
 * get no prominent message (decisions W1013).
 */
export function useTaskWrites({ isQuiet = false }: { isQuiet?: boolean } = {}): TaskWrites {
  const updateTask = useMutation(api.tasks.updateTask);
  const setToday = useMutation(api.tasks.setToday);
  const skipToCurrent = useMutation(api.tasks.skipToCurrentInstance);
  const deleteTask = useMutation(api.tasks.deleteTask);

  return useMemo(() => {
    const patching =
      (taskIds: readonly string[], patch: TaskPatch) => (store: Parameters<typeof patchTasks>[0]) =>
        patchTasks(store, taskIds, patch);

    /** Runs a change; shows its failure, prominently unless `isQuiet`. */
    async function run(
      change: Promise<unknown>,
      failed: string,
      { isProminent = !isQuiet, words = (error: unknown) => getErrorMessage(error, failed) } = {},
    ): Promise<boolean> {
      try {
        await change;
        return true;
      } catch (error) {
        console.error(failed, error);
        (isProminent ? notifyFailure : notifyBackgroundFailure)(words(error));
        return false;
      }
    }

    const show = ({ _id: taskId, title, diaryId }: Task, fields: Partial<Task>) =>
      showChangedTask({ taskId, title, diaryId, fields });

    const prepareChange = (task: Task, fields: Partial<Task>) =>
      updateTask.withOptimisticUpdate(show(task, fields));

    const withStatus = (task: Task, status: TaskStatus, completedAt: number | null) =>
      prepareChange(task, { status, completedAt, completedByName: null });

    async function setStatus(task: Task, status: TaskStatus) {
      const before = task.status ?? "pending";
      if (status === before) return;
      const taskId = task._id;
      const at = status === "completed" ? Date.now() : null;
      const change = withStatus(task, status, at)({ taskId, status });
      if (!(await run(change, t("taskwords.notUpdated")))) return;
      announce(t("taskwords.statusOf", { title: task.title, status }));
      offerUndo(t("taskwords.statusChanged"), () => {
        const undone = withStatus(task, before, task.completedAt)({ taskId, status: before });
        void run(undone, t("taskwords.notUndone"), { isProminent: true });
      });
    }

    const sendToday = (task: Task, on: boolean) =>
      setToday.withOptimisticUpdate(show(task, { addedToToday: on, addedToTodayAt: on ? Date.now() : null }))(
        { taskId: task._id, on },
      );

    async function toggleToday(task: Task) {
      const on = !isAddedToToday(task, Date.now());
      if (!(await run(sendToday(task, on), t("taskwords.notUpdated")))) return;
      const undo = () => void run(sendToday(task, !on), t("taskwords.notUndone"), { isProminent: true });
      offerUndo(getTodayToast(on), undo);
    }

    function assign(task: Task, person: { userId: string; name: string } | null) {
      const fields = { assignedTo: person?.userId ?? null, assigneeName: person?.name ?? null };
      const taskId = task._id;
      const change = prepareChange(
        task,
        fields,
      )(person ? { taskId, assignedTo: person.userId } : { taskId, unassign: true });
      void run(change, t("taskwords.notAssigned"));
    }

    const moved = (task: Task, { dateOnly, scheduledDate, dueDate, ...days }: TaskDates) =>
      prepareChange(task, { ...days, dateOnly, scheduledDate, dueDate })({
        ...{ taskId: task._id, dateOnly, scheduledDate, dueDate },
      });

    async function move(task: Task, day: string, time?: number | null) {
      const dates = getMovedDates(task, day, time);
      // The only failure in the calendar with a prominent message (workspace 8); its specified words come first.
      const failed = t("taskwords.notMoved");
      const words = (error: unknown) => formatFailure(failed, error);
      if (!(await run(moved(task, dates), failed, { isProminent: true, words }))) return;
      const at = dates.dateOnly ? null : dates.scheduledDate;
      const when = dateInWords({ day, at }, task.timeZone, Date.now());
      offerUndo(t("taskwords.moved", { when }), () => {
        void run(moved(task, task), t("taskwords.notUndone"), { isProminent: true });
      });
    }

    const restored = ({ _id: taskId }: Task, undo: { taskId: string; status: OpenStatus }[]) => {
      const former = new Map(undo.map((one) => [one.taskId, one.status]));
      return skipToCurrent.withOptimisticUpdate(
        patching([...former.keys()], (task) => ({ ...task, status: former.get(task._id)! })),
      )({ taskId, undo });
    };

    async function skip(task: Task) {
      let skipped: { taskId: string; status: OpenStatus }[] = [];
      const change = skipToCurrent({ taskId: task._id }).then((result) => {
        skipped = result.skipped;
      });
      if (!(await run(change, t("taskwords.notSkipped")))) return;
      offerUndo(skipToast(skipped.length), () => {
        void run(restored(task, skipped), t("taskwords.notUndone"), { isProminent: true });
      });
    }

    function remove({ _id: taskId }: Task, andLater = false) {
      const change = deleteTask.withOptimisticUpdate(patching([taskId], () => null))({
        taskId,
        ...(andLater && { andLater }),
      });
      void run(change, t("taskwords.notDeleted"));
    }

    return { setStatus, toggleToday, assign, move, skip, remove };
  }, [updateTask, setToday, skipToCurrent, deleteTask, isQuiet]);
}
