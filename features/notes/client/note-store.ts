import type { OptimisticLocalStore } from "convex/browser";
import { api, type NoteSummary } from "../../../lib/api.ts";
import { changeNote, insertIntoPages, type NoteDraftFields } from "./optimistic-notes.ts";

type Pages = ReturnType<typeof getPages>;

/** Optimistically adds a new note to every matching list of its notebook that lacks it. */
export function showInserted(store: OptimisticLocalStore, diaryId: string, row: NoteSummary): void {
  for (const list of getLists(getPages(store, diaryId))) {
    if (list.some(({ value }) => value.page.some(({ _id }) => _id === row._id))) continue;
    const at = insertIntoPages(
      list.map(({ args, value }) => ({ ...value, cursor: args.paginationOpts.cursor })),
      row,
    );
    const entry = at && list[at.index];
    if (entry) store.setQuery(api.notes.pageNotes, entry.args, { ...entry.value, page: at.page });
  }
}

/** Optimistically updates a note in every list. */
export function showChanged(
  store: OptimisticLocalStore,
  diaryId: string,
  noteId: string,
  fields: NoteDraftFields,
  now: number,
): void {
  for (const { args, value } of getPages(store, diaryId)) {
    const page = changeNote(value.page, noteId, fields, now);
    if (page !== value.page) store.setQuery(api.notes.pageNotes, args, { ...value, page });
  }
}

/** Optimistically removes a note from every list. */
export function showDeleted(store: OptimisticLocalStore, diaryId: string, noteId: string): void {
  for (const { args, value } of getPages(store, diaryId)) {
    const page = value.page.filter((note) => note._id !== noteId);
    if (page.length < value.page.length) store.setQuery(api.notes.pageNotes, args, { ...value, page });
  }
}

/** The loaded pages of a notebook's lists. */
function getPages(store: OptimisticLocalStore, diaryId: string) {
  return store
    .getAllQueries(api.notes.pageNotes)
    .flatMap(({ args, value }) => (value && args.diaryId === diaryId ? [{ args, value }] : []));
}

/** The pages grouped by list. Lists filtered by words or days are left out: only the server can match them. */
function getLists(pages: Pages): Pages[] {
  const lists = new Map<string, Pages>();
  for (const page of pages) {
    const { paginationOpts, diaryId: _, ...filter } = page.args;
    if (Object.values(filter).some((value) => value !== undefined)) continue;
    const key = String(paginationOpts.id);
    lists.set(key, [...(lists.get(key) ?? []), page]);
  }
  return [...lists.values()];
}
