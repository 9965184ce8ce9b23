import type { Task } from "../../../lib/api.ts";
import { defineLayer } from "../../../ui/layer.ts";
import { addTask, patchTasks } from "./optimistic-tasks.ts";

/** How screens show changes of tasks before the server has made them. */

export const showChangedTask = defineLayer<{ taskId: string; fields: Partial<Task> }>(
  "tasks.changed",
  (store, { taskId, fields }) => patchTasks(store, [taskId], (task) => ({ ...task, ...fields })),
);

export const showNewTask = defineLayer<{ task: Task }>("tasks.new", (store, { task }) =>
  addTask(store, task),
);
