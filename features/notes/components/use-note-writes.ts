import { useMutation, useQuery } from "convex/react";
import { api, type NoteSummary } from "../../../lib/api.ts";
import { newId } from "../../../lib/ids.ts";
import { storedContent } from "../rules.ts";
import type { NoteKind } from "./note-kind.ts";
import { showChanged, showDeleted, showInserted } from "./note-store.ts";
import { type NoteValues, noteDateOf, tagsOf } from "./note-values.ts";
import { unsentNote } from "./optimistic-notes.ts";
import { useHoldFirstPage } from "./use-note-pages.ts";

/**
 * The fields of a form as the server takes them; call it only with values that have no errors. `savedDate` is what the
 * note has, null for a new one.
 */
function noteFields(kind: NoteKind, values: NoteValues, savedDate: number | null) {
  const { title, body, visibility } = values;
  const noteDate = noteDateOf(values, savedDate);
  return { title: title.trim(), content: kind.contentOf(body), noteDate, visibility, tags: tagsOf(values) };
}

/** The same as the server will store them. */
const stored = (kind: NoteKind, fields: ReturnType<typeof noteFields>) => ({
  ...fields,
  content: storedContent(fields.content, { type: kind.type, noteDate: fields.noteDate }),
});

/** Creates a note; it stands in the list at once. Resolves to the new note's id. */
export function useCreateNote(kind: NoteKind, diaryId: string): (values: NoteValues) => Promise<string> {
  const me = useQuery(api.users.getCurrentUser, {});
  const create = useMutation(api.notes.createNote);
  useHoldFirstPage(diaryId);
  return (values) => {
    const fields = noteFields(kind, values, null);
    const { isEncrypted } = values;
    const row = unsentNote(
      {
        ...stored(kind, fields),
        diaryId,
        type: kind.type,
        noteTypeName: kind.name,
        noteTypeIcon: kind.icon,
        isEncrypted,
      },
      me ?? null,
      { id: newId(), now: Date.now() },
    );
    return create.withOptimisticUpdate((store) => {
      showInserted(store, row);
    })({ ...fields, diaryId, type: kind.type, isEncrypted });
  };
}

/** Changes a note; list and note show it at once. The encrypted flag is never sent (care core 5). */
export function useUpdateNote(
  kind: NoteKind,
  note: Pick<NoteSummary, "_id" | "shortId" | "diaryId" | "noteDate">,
) {
  const update = useMutation(api.notes.updateNote);
  return (values: NoteValues, baseVersion: number): Promise<string> => {
    const fields = noteFields(kind, values, note.noteDate);
    const now = Date.now();
    const shown = stored(kind, fields);
    return update.withOptimisticUpdate((store) => {
      showChanged(store, note.diaryId, note._id, shown, now);
      const byId = store.getQuery(api.notes.getNote, { noteId: note._id });
      if (byId)
        store.setQuery(api.notes.getNote, { noteId: note._id }, { ...byId, ...shown, updatedAt: now });
      if (!note.shortId) return;
      const key = { shortId: note.shortId };
      const byShortId = store.getQuery(api.notes.getNoteByShortId, key);
      if (byShortId)
        store.setQuery(api.notes.getNoteByShortId, key, { ...byShortId, ...shown, updatedAt: now });
    })({ noteId: note._id, ...fields, baseVersion });
  };
}

/** Deletes a note with all that hangs on it; it leaves the lists at once. */
export function useDeleteNote({ _id: noteId, diaryId }: Pick<NoteSummary, "_id" | "diaryId">) {
  const remove = useMutation(api.notes.deleteNote);
  return () => remove.withOptimisticUpdate((store) => showDeleted(store, diaryId, noteId))({ noteId });
}
