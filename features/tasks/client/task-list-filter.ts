import { isFullId } from "../../../lib/ids.ts";
import { TASK_FILTERS, type TaskFilter } from "../rules/filters.ts";

/** The filter of the tasks page in its URL, and the task that is open: `?tab=…&notebook=…&task=…`. */
export type TaskListFilter = {
  /** "My Tasks" by default. */
  tab?: TaskFilter;
  /** The full id of the only notebook to show; absent for all. */
  notebook?: string;
  /** The full id of a task to open, as in links of calendars. */
  task?: string;
};

/** Parses the filter of a URL; drops invalid values. */
export function toTaskFilter(search: Record<string, unknown>): TaskListFilter {
  const tab = TASK_FILTERS.find((known) => known === search.tab);
  const notebook = String(search.notebook ?? "").toLowerCase();
  const task = String(search.task ?? "").toLowerCase();
  return {
    ...(tab && tab !== "my-tasks" && { tab }),
    ...(isFullId(notebook) && { notebook }),
    ...(isFullId(task) && { task }),
  };
}
