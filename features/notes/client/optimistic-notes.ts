import type { NoteSummary } from "../../../lib/api.ts";
import { getShownContent, previewOfContent } from "../rules.ts";
import type { NoteContent } from "../schema.ts";

/** Whether a note is displayed but not yet confirmed by the server, which gives each one a short id. */
export const isUnsent = ({ shortId }: Pick<NoteSummary, "shortId">): boolean => shortId === "";

export type NoteDraftFields = Pick<
  NoteSummary,
  "title" | "noteDay" | "noteDate" | "noteTime" | "visibility" | "tags"
> & {
  content: NoteContent;
};

/** The provisional row of a new note, until the server's own replaces it. */
export function getUnsentNote(
  fields: NoteDraftFields & Pick<NoteSummary, "type" | "isEncrypted" | "noteTypeName" | "noteTypeIcon">,
  author: { _id: string; name: string } | null,
  { id, now }: { id: string; now: number },
): NoteSummary {
  return {
    ...visibleFields(fields),
    _id: id,
    shortId: "",
    creatorId: author?._id ?? "",
    creatorName: author?.name ?? "",
    commentCount: 0,
    attachmentCount: 0,
    updatedAt: now,
    _creationTime: now,
  };
}

/** Inserts a note at its place: newest day first, within a day the latest written first. */
export function insertNote(list: NoteSummary[], note: NoteSummary): NoteSummary[] {
  const later = (a: NoteSummary, b: NoteSummary) =>
    a.noteDay < b.noteDay ? 1 : a.noteDay > b.noteDay ? -1 : 0;
  return [...list, note].sort((a, b) => later(a, b) || b._creationTime - a._creationTime);
}

type ListPage = { cursor: string | null; continueCursor: string; isDone: boolean; page: NoteSummary[] };

/** The index of the page a note belongs to, and that page with it; null when its place is beyond the loaded pages. */
export function insertIntoPages(
  pages: readonly ListPage[],
  note: NoteSummary,
): { index: number; page: NoteSummary[] } | null {
  let cursor: string | null = null;
  for (let steps = 0; steps < pages.length; steps++) {
    const index = pages.findIndex((page) => page.cursor === cursor);
    const found = pages[index];
    if (!found) return null;
    const last = found.page.at(-1);
    if (found.isDone || (last && last.noteDay <= note.noteDay)) {
      return { index, page: insertNote(found.page, note) };
    }
    cursor = found.continueCursor;
  }
  return null;
}

/** The list after an edit: changed fields, new preview, new position. */
export function changeNote(
  list: NoteSummary[],
  noteId: string,
  fields: NoteDraftFields,
  now: number,
): NoteSummary[] {
  const before = list.find((note) => note._id === noteId);
  if (!before) return list;
  const { medications: _, ...kept } = before;
  const after = { ...kept, ...visibleFields(fields), updatedAt: now };
  return insertNote(
    list.filter((note) => note !== before),
    after,
  );
}

/** The fields that a list shows in place of content. */
function visibleFields<Fields extends NoteDraftFields>({ content, ...rest }: Fields) {
  const medications = getShownContent(content);
  return { ...rest, preview: previewOfContent(content), ...(medications && { medications }) };
}
