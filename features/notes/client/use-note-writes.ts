import { useMutation, useQuery } from "convex/react";
import { api, type Note, type Notebook } from "../../../lib/api.ts";
import { getDayStart } from "../../../lib/dates/zone-day.ts";
import { createId } from "../../../lib/ids.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import { getStoredFields } from "../rules.ts";
import type { NoteKind } from "./note-kind.ts";
import { showChanged, showDeleted, showInserted } from "./note-store.ts";
import { getTags, hasSameValues, type NoteValues } from "./note-values.ts";
import { getUnsentNote } from "./optimistic-notes.ts";
import { useCacheFirstPage } from "./use-note-pages.ts";

/** The people a note mentions; undefined for kinds of notes without mentions. */
type Mentioned = MentionablePerson[] | undefined;

/** The form's values as arguments; only for values without errors. */
function noteFields(kind: NoteKind, values: NoteValues, timeZone: string, mentioned: Mentioned) {
  const { title, body, visibility, date, time } = values;
  return {
    title: title.trim(),
    content: kind.contentOf(body),
    noteDay: date,
    noteDate: getDayStart(date, timeZone),
    noteTime: time || null,
    visibility,
    tags: getTags(values),
    mentions: mentioned?.map(({ userId }) => userId),
  };
}

/** Leaves out rarely used fields that haven't changed. */
function sent(
  { noteTime, mentions, ...fields }: ReturnType<typeof noteFields>,
  before: Pick<Note, "noteTime" | "mentions">,
) {
  const isSame = mentions === undefined || hasSameValues([...mentions].sort(), [...before.mentions].sort());
  return {
    ...fields,
    ...(noteTime !== (before.noteTime ?? null) && { noteTime }),
    ...(!isSame && { mentions }),
  };
}

/** The form's values as the server will store and return them. */
function stored(kind: NoteKind, fields: ReturnType<typeof noteFields>, timeZone: string) {
  const { noteTime, mentions: _, ...rest } = getStoredFields(fields, { type: kind.type, timeZone });
  return { ...rest, noteDate: fields.noteDate, noteTime: noteTime ?? undefined };
}

/** Creates a note, which is in the list at once. Resolves to the new note's id. */
export function useCreateNote(
  kind: NoteKind,
  { _id: diaryId, timeZone }: Pick<Notebook, "_id" | "timeZone">,
): (values: NoteValues, mentioned?: Mentioned) => Promise<string> {
  const me = useQuery(api.users.getCurrentUser, {});
  const create = useMutation(api.notes.createNote);
  useCacheFirstPage(diaryId);
  return (values, mentioned) => {
    const fields = noteFields(kind, values, timeZone, mentioned);
    const { isEncrypted } = values;
    const row = getUnsentNote(
      {
        ...stored(kind, fields, timeZone),
        type: kind.type,
        noteTypeName: kind.name,
        noteTypeIcon: kind.icon,
        isEncrypted,
      },
      me ?? null,
      { id: createId(), now: Date.now() },
    );
    return create.withOptimisticUpdate((store) => {
      showInserted(store, diaryId, row);
      kind.own?.showInserted(store, diaryId, row, values.body);
    })({ ...sent(fields, { mentions: [] }), diaryId, type: kind.type, isEncrypted });
  };
}

/** Changes a note; list and note update at once. The encrypted flag is never sent (care core 5). */
export function useUpdateNote(
  kind: NoteKind,
  note: Pick<Note, "_id" | "shortId" | "diaryId" | "noteTime" | "mentions">,
  timeZone: string,
) {
  const update = useMutation(api.notes.updateNote);
  return (values: NoteValues, baseVersion: number, mentioned?: Mentioned): Promise<string> => {
    const fields = noteFields(kind, values, timeZone, mentioned);
    const now = Date.now();
    const shown = stored(kind, fields, timeZone);
    const whole = { ...shown, ...(mentioned && { mentioned, mentions: fields.mentions ?? [] }) };
    return update.withOptimisticUpdate((store) => {
      showChanged(store, note.diaryId, note._id, shown, now);
      const byId = store.getQuery(api.notes.getNote, { noteId: note._id });
      if (byId)
        store.setQuery(api.notes.getNote, { noteId: note._id }, { ...byId, ...whole, updatedAt: now });
      if (!note.shortId) return;
      const key = { shortId: note.shortId };
      const byShortId = store.getQuery(api.notes.getNoteByShortId, key);
      if (byShortId)
        store.setQuery(api.notes.getNoteByShortId, key, { ...byShortId, ...whole, updatedAt: now });
    })({ noteId: note._id, ...sent(fields, note), baseVersion });
  };
}

/** Deletes a note with everything that belongs to it; it disappears from the lists at once. */
export function useDeleteNote({ _id: noteId, diaryId }: Pick<Note, "_id" | "diaryId">) {
  const remove = useMutation(api.notes.deleteNote);
  return () => remove.withOptimisticUpdate((store) => showDeleted(store, diaryId, noteId))({ noteId });
}
