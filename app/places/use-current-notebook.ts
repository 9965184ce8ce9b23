import { useLocation } from "@tanstack/react-router";
import { api, type NotebookSummary } from "../../lib/api.ts";
import { getIdKind } from "../../lib/ids.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { getLastNotebook } from "../care/recent-notebook.ts";

/** The id of the notebook that a page is about, as its address has it; undefined for other pages. */
function getNotebookId(path: string): string | undefined {
  const id = /^\/care\/([^/?]+)/.exec(path)?.[1];
  return id && getIdKind(id) ? id : undefined;
}

/** The notebook of the open page, else the one opened last in this browser, else the newest; archived only when it is open. */
export function findCurrentNotebook(
  notebooks: readonly NotebookSummary[],
  path: string,
): NotebookSummary | null {
  const findById = (id: string | null | undefined) =>
    notebooks.find(({ _id, shortId }) => id === shortId || id === _id);
  const last = findById(getLastNotebook());
  return (
    findById(getNotebookId(path)) ??
    (last?.isArchived ? undefined : last) ??
    notebooks.find(({ isArchived }) => !isArchived) ??
    null
  );
}

/**
 * The id of the current notebook, as addresses show it: known at once on its pages and where one was opened before, so
 * that an early press leads there. Null without a notebook.
 */
export function useCurrentNotebookId(isKnown: boolean): string | null {
  const notebook = useCurrentNotebook(isKnown);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const id = getNotebookId(path);
  if (id) return id;
  return notebook === undefined ? getLastNotebook() : notebook && getShownId(notebook);
}

/** {@link findCurrentNotebook}, live; undefined while the notebooks load or the server doesn't know the reader yet, null without one. */
export function useCurrentNotebook(isKnown = true): NotebookSummary | null | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, isKnown ? {} : null);
  return notebooks && findCurrentNotebook(notebooks, path);
}
