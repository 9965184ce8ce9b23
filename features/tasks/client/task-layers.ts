import type { Task } from "../../../lib/api.ts";
import { defineLayer } from "../../../ui/layer.ts";
import { addTask, patchTasks } from "./optimistic-tasks.ts";

/** How screens show changes of tasks before the server has made them. */

/** `title` and `diaryId` are for the list of unsent changes. */
type ChangedTask = { taskId: string; title: string; diaryId: string; fields: Partial<Task> };

export const showChangedTask = defineLayer<ChangedTask>("tasks.changed", (store, { taskId, fields }) =>
  patchTasks(store, [taskId], (task) => ({ ...task, ...fields })),
);

export const showNewTask = defineLayer<{ task: Task }>("tasks.new", (store, { task }) =>
  addTask(store, task),
);
