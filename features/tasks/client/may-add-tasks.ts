import { api, type NotebookSummary } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/** Whether the viewer may add tasks to a notebook; false for an archived one. */
export const mayAddTasks = ({
  isArchived,
  permissions,
}: Pick<NotebookSummary, "isArchived" | "permissions">) =>
  !isArchived && permissions.includes("tasks.create");

/** Whether the signed-in person may add tasks in one notebook or, without an id, in any; undefined while loading. */
export function useMayAddTasks(diaryId: string | undefined): boolean | undefined {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  return notebooks?.some((notebook) => mayAddTasks(notebook) && (!diaryId || notebook._id === diaryId));
}
