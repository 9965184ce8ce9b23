import { useConvex, usePaginatedQuery } from "convex/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { api, type NoteSummary } from "../../../lib/api.ts";
import { hasMore } from "../../../ui/has-more.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { isFiltering, type ListFilter } from "./note-filter.ts";
import { getFirstPage, NOTES_A_PAGE, pageArgs } from "./page-args.ts";

const HOLD_MS = 10_000;

/** Keeps a list's first page loaded while a form is open, so that the list shows a new note at once, even offline. */
export function useCacheFirstPage(diaryId: string): void {
  useLiveQuery(api.notes.pageNotes, getFirstPage(diaryId));
}

/**
 * The notes of a list, live and paginated, `first` of them initially; `notes` is undefined until the first page is
 * loaded. While another filter loads, the previous notes stay and `isFormer` is true.
 */
export function useNotePages(diaryId: string, filter: ListFilter, first = NOTES_A_PAGE) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.notes.pageNotes,
    useMemo(() => pageArgs(diaryId, filter), [diaryId, filter]),
    { initialNumItems: first },
  );
  const isLoading = status === "LoadingFirstPage";
  const cachedNotes = useCachedPage(diaryId, isLoading && !isFiltering(filter));
  const shown = useRef<{ diaryId: string; notes: NoteSummary[] } | null>(null);
  if (!isLoading) shown.current = { diaryId, notes: results as NoteSummary[] };
  const former =
    isLoading && !cachedNotes && shown.current?.diaryId === diaryId && shown.current.notes.length > 0
      ? shown.current.notes
      : undefined;
  return {
    notes: isLoading ? (cachedNotes ?? former) : (results as NoteSummary[]),
    isFormer: former !== undefined,
    isLoading,
    hasMore: hasMore(status),
    isLoadingMore: status === "LoadingMore",
    loadMore: () => loadMore(NOTES_A_PAGE),
  };
}

/** The first page that a previous form or note kept loaded; also keeps it loaded after the list is left. */
function useCachedPage(diaryId: string, isWanted: boolean): NoteSummary[] | undefined {
  const convex = useConvex();
  const [wasHeld] = useState(
    () => convex.watchQuery(api.notes.pageNotes, getFirstPage(diaryId)).localQueryResult() !== undefined,
  );
  const page = useLiveQuery(api.notes.pageNotes, wasHeld && isWanted ? getFirstPage(diaryId) : null);

  useEffect(
    () => () => {
      const release = convex.watchQuery(api.notes.pageNotes, getFirstPage(diaryId)).onUpdate(() => {});
      setTimeout(release, HOLD_MS);
    },
    [convex, diaryId],
  );
  return page?.page;
}
