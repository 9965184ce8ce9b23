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
