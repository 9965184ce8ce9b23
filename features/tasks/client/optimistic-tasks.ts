import type { OptimisticLocalStore } from "convex/browser";
import { api, type Task } from "../../../lib/api.ts";
import { isForReader } from "../rules/due.ts";
import type { TaskFilter } from "../rules/filters.ts";
import { adjustCounts } from "./task-sections.ts";

/** The optimistic result for a task in a list: its new state, or nothing when it is removed. */
export type TaskPatch = (task: Task) => Task | null;

const patchAll = (tasks: Task[], ids: ReadonlySet<string>, patch: TaskPatch): Task[] =>
  tasks.flatMap((task) => (ids.has(task._id) ? (patch(task) ?? []) : [task]));

/** Shows a change of these tasks at once in every list that contains them. */
export function patchTasks(store: OptimisticLocalStore, taskIds: readonly string[], patch: TaskPatch): void {
  const ids = new Set(taskIds);
  const readerId = store.getQuery(api.users.getCurrentUser, {})?._id;
  for (const { args, value } of store.getAllQueries(api.tasks.listMyTasks)) {
    if (!value) continue;
    const tasks = patchAll(value.tasks, ids, patch);
    const at = args.countsAt ?? 0;
    // Home counts only tasks that are the reader's to do.
    const selectCounted = (all: Task[]) =>
      args.toDo ? all.filter((task) => readerId !== undefined && isForReader(task, readerId)) : all;
    const former = { tasks: selectCounted(value.tasks), at };
    const counts = value.counts && adjustCounts(value.counts, former, { tasks: selectCounted(tasks), at });
    store.setQuery(api.tasks.listMyTasks, args, { ...value, tasks, counts });
  }
  for (const list of [api.tasks.pageMyTasks, api.tasks.pageRepeated]) {
    for (const { args, value } of store.getAllQueries(list)) {
      if (value) store.setQuery(list, args, { ...value, page: patchAll(value.page, ids, patch) });
    }
  }
  for (const { args, value } of store.getAllQueries(api.tasks.pageUpcoming)) {
    if (!value) continue;
    const page = value.page.flatMap(({ task, count }) =>
      patchAll([task], ids, patch).map((patched) => ({ task: patched, count })),
    );
    store.setQuery(api.tasks.pageUpcoming, args, { ...value, page });
  }
  for (const { args, value } of store.getAllQueries(api.tasks.listNoteTasks)) {
    if (value) store.setQuery(api.tasks.listNoteTasks, args, patchAll(value, ids, patch));
  }
  for (const { args, value } of store.getAllQueries(api.tasks.getTask)) {
    if (value && ids.has(value._id)) store.setQuery(api.tasks.getTask, args, patch(value));
  }
}

/** Shows a new task in its lists, without lists by pages: only the server knows its place there. */
export function addTask(store: OptimisticLocalStore, task: Task): void {
  const readerId = store.getQuery(api.users.getCurrentUser, {})?._id;
  const matches = (filter: TaskFilter) =>
    filter === "all" ||
    (filter === "my-tasks" && task.assignedTo === readerId) ||
    (filter === "unassigned" && task.assignedTo === null);
  const isListed = (tasks: readonly Task[]) => tasks.some(({ _id }) => _id === task._id);
  for (const { args, value } of store.getAllQueries(api.tasks.listMyTasks)) {
    if (!value || isListed(value.tasks) || !matches(args.filter)) continue;
    if (args.diaryId !== undefined && args.diaryId !== task.diaryId) continue;
    const day = task.scheduledDay;
    if (args.fromDay !== undefined && (day === null || day < args.fromDay)) continue;
    if (args.toDay !== undefined && (day === null || day > args.toDay)) continue;
    if (args.toDo && (readerId === undefined || !isForReader(task, readerId))) continue;
    const at = args.countsAt ?? 0;
    const counts = value.counts && adjustCounts(value.counts, { tasks: [], at }, { tasks: [task], at });
    store.setQuery(api.tasks.listMyTasks, args, { ...value, tasks: [...value.tasks, task], counts });
  }
  const { noteId } = task;
  const ofNote = noteId === null ? undefined : store.getQuery(api.tasks.listNoteTasks, { noteId });
  if (ofNote && !isListed(ofNote))
    store.setQuery(api.tasks.listNoteTasks, { noteId: noteId! }, [...ofNote, task]);
}
