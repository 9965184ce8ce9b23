import type { ListFilter } from "./note-filter.ts";

/** The arguments of `notes.pageNotes` for a filter. */
export const pageArgs = (diaryId: string, { type, tag, by, day, q }: ListFilter) => ({
  diaryId,
  ...(type && { type }),
  ...(tag && { tag }),
  ...(by && { createdBy: by }),
  ...(day && { day }),
  ...(q && { text: q }),
});

export const NOTES_A_PAGE = 50;

/** The first page of a notebook's list by a stable key: `usePaginatedQuery` uses a new one each time. */
export const getFirstPage = (diaryId: string) => ({
  diaryId,
  paginationOpts: { numItems: NOTES_A_PAGE, cursor: null },
});
