import { useMutation, useQuery } from "convex/react";
import { api, type NoteSummary } from "../../../lib/api.ts";
import { fromDateField } from "../../../lib/time.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import type { NoteValues } from "./note-values.ts";
import { changeNote, insertNote, unsentNote } from "./optimistic-notes.ts";

/** The fields of a form as the server takes them; call it only with values that have no errors. */
function noteFields({ title, text, date, visibility, tags }: NoteValues) {
  return {
    title: title.trim(),
    content: { type: "default" as const, data: { text: text.trim() }, metadata: {} },
    noteDate: fromDateField(date)!,
    visibility,
    tags,
  };
}

const shownFields = ({ title, content, noteDate, visibility, tags }: ReturnType<typeof noteFields>) => ({
  title,
  text: content.data.text,
  noteDate,
  visibility,
  tags,
});

/** Creates a note; it stands in the list at once. Resolves to the new note's id. */
export function useCreateNote(diaryId: string): (values: NoteValues) => Promise<string> {
  const me = useQuery(api.users.getCurrentUser, {});
  const create = useMutation(api.notes.createNote);
  // The list stands ready behind the form, so that the new note can be shown in it without a network.
  useLiveQuery(api.notes.listNotes, { diaryId });
  return (values) => {
    const fields = noteFields(values);
    const { isEncrypted } = values;
    const row = unsentNote({ ...shownFields(fields), diaryId, type: "default", isEncrypted }, me ?? null, {
      id: crypto.randomUUID(),
      now: Date.now(),
    });
    return create.withOptimisticUpdate((store) => {
      const list = store.getQuery(api.notes.listNotes, { diaryId });
      if (list) store.setQuery(api.notes.listNotes, { diaryId }, insertNote(list, row));
    })({ ...fields, diaryId, type: "default", isEncrypted });
  };
}

/** Changes a note; list and note show it at once. The encrypted flag is never sent (care core 5). */
export function useUpdateNote(note: Pick<NoteSummary, "_id" | "shortId" | "diaryId">) {
  const update = useMutation(api.notes.updateNote);
  return (values: NoteValues, baseVersion: number): Promise<string> => {
    const fields = noteFields(values);
    const now = Date.now();
    return update.withOptimisticUpdate((store) => {
      const { diaryId } = note;
      const list = store.getQuery(api.notes.listNotes, { diaryId });
      if (list) {
        store.setQuery(
          api.notes.listNotes,
          { diaryId },
          changeNote(list, note._id, shownFields(fields), now),
        );
      }
      const byId = store.getQuery(api.notes.getNote, { noteId: note._id });
      if (byId)
        store.setQuery(api.notes.getNote, { noteId: note._id }, { ...byId, ...fields, updatedAt: now });
      if (!note.shortId) return;
      const key = { shortId: note.shortId };
      const byShortId = store.getQuery(api.notes.getNoteByShortId, key);
      if (byShortId)
        store.setQuery(api.notes.getNoteByShortId, key, { ...byShortId, ...fields, updatedAt: now });
    })({ noteId: note._id, ...fields, baseVersion });
  };
}
