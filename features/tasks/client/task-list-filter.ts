import { isFullId } from "../../../lib/ids.ts";
import { TASK_FILTERS, type TaskFilter } from "../rules/filters.ts";

/** The filter of the tasks page in its URL: `?tab=…&notebook=…`. */
export type TaskListFilter = {
  /** "My Tasks" by default. */
  tab?: TaskFilter;
  /** The full id of the only notebook to show; absent for all. */
  notebook?: string;
};

/** Parses the filter of a URL; drops invalid values. */
export function taskFilterOfSearch(search: Record<string, unknown>): TaskListFilter {
  const tab = TASK_FILTERS.find((known) => known === search.tab);
  const notebook = String(search.notebook ?? "").toLowerCase();
  return { ...(tab && tab !== "my-tasks" && { tab }), ...(isFullId(notebook) && { notebook }) };
}
