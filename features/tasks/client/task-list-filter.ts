import { isFullId } from "../../../lib/ids.ts";
import { TASK_FILTERS, type TaskFilter } from "../rules/filters.ts";

/** Which tasks a page shows, as its address says it: `?tab=…&notebook=…`. */
export type TaskListFilter = {
  /** "My Tasks" when there is none. */
  tab?: TaskFilter;
  /** Full id of the only notebook to show; all without it. */
  notebook?: string;
};

/** The filter that an address says; what makes no sense is left out. */
export function taskFilterOfSearch(search: Record<string, unknown>): TaskListFilter {
  const tab = TASK_FILTERS.find((known) => known === search.tab);
  const notebook = String(search.notebook ?? "").toLowerCase();
  return { ...(tab && tab !== "my-tasks" && { tab }), ...(isFullId(notebook) && { notebook }) };
}
