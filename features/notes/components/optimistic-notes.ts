import type { NoteSummary } from "../../../lib/api.ts";
import { previewOf } from "../rules.ts";

const UNSENT = "unsent:";

/** True for a note that is shown already but that the server hasn't confirmed. */
export function isUnsent(note: { _id: string }): boolean {
  return note._id.startsWith(UNSENT);
}

export type NoteDraftFields = Pick<NoteSummary, "title" | "noteDate" | "visibility" | "tags"> & {
  text: string;
};

/** The row that a new note will have in the list, until the server's own replaces it. */
export function unsentNote(
  fields: NoteDraftFields & Pick<NoteSummary, "diaryId" | "type" | "isEncrypted">,
  author: { _id: string; name: string } | null,
  { id, now }: { id: string; now: number },
): NoteSummary {
  const { text, ...rest } = fields;
  return {
    ...rest,
    _id: UNSENT + id,
    shortId: "",
    isLost: false,
    preview: previewOf(text),
    noteTypeName: "General note",
    noteTypeIcon: "FileText",
    creatorId: author?._id ?? "",
    creatorName: author?.name ?? "",
    commentCount: 0,
    attachmentCount: 0,
    updatedAt: now,
    _creationTime: now,
  };
}

/** Puts a note where the list has it: newest `noteDate` first, the later written one first within a day. */
export function insertNote(list: NoteSummary[], note: NoteSummary): NoteSummary[] {
  return [...list, note].sort((a, b) => b.noteDate - a.noteDate || b._creationTime - a._creationTime);
}

/** The list after an edit: changed fields, new preview, in the right place. */
export function changeNote(
  list: NoteSummary[],
  noteId: string,
  fields: NoteDraftFields,
  now: number,
): NoteSummary[] {
  const before = list.find((note) => note._id === noteId);
  if (!before) return list;
  const { text, ...rest } = fields;
  const after = { ...before, ...rest, preview: previewOf(text), updatedAt: now };
  return insertNote(
    list.filter((note) => note !== before),
    after,
  );
}
