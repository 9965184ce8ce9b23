import type { Task } from "../../../lib/api.ts";
import { defineLayer } from "../../../ui/layer.ts";
import { addTask, patchTasks } from "./optimistic-tasks.ts";

/** How screens show changes of tasks before the server has made them. */

export const showChangedTasks = defineLayer<{ taskIds: string[]; fields: Partial<Task> }>(
  "tasks.changed",
  (store, { taskIds, fields }) => patchTasks(store, taskIds, (task) => ({ ...task, ...fields })),
);

export const showNewTask = defineLayer<{ task: Task }>("tasks.new", (store, { task }) =>
  addTask(store, task),
);
