import { useLocation } from "@tanstack/react-router";
import { api, type NotebookSummary } from "../../lib/api.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { getLastNotebook } from "../care/recent-notebook.ts";

/** The notebook of the open page, else the one opened last in this browser, else the newest; archived only when it is open. */
export function findCurrentNotebook(
  notebooks: readonly NotebookSummary[],
  path: string,
): NotebookSummary | null {
  const findById = (id: string | null | undefined) =>
    notebooks.find(({ _id, shortId }) => id === shortId || id === _id);
  const last = findById(getLastNotebook());
  return (
    findById(/^\/care\/([^/?]+)/.exec(path)?.[1]) ??
    (last?.isArchived ? undefined : last) ??
    notebooks.find(({ isArchived }) => !isArchived) ??
    null
  );
}

/** {@link findCurrentNotebook}, live; undefined while the notebooks load or the server doesn't know the reader yet, null without one. */
export function useCurrentNotebook(isKnown = true): NotebookSummary | null | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, isKnown ? {} : null);
  return notebooks && findCurrentNotebook(notebooks, path);
}
