import { useMutation, useQuery } from "convex/react";
import { api, type Note, type Notebook } from "../../../lib/api.ts";
import { getDayStart } from "../../../lib/dates/zone-day.ts";
import { createId } from "../../../lib/ids.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import { getStoredFields } from "../rules/stored-fields.ts";
import type { NoteKind } from "./note-kind.ts";
import { showDeletedNote, showEditedNote, showNewNote } from "./note-layers.ts";
import { type EditDraft, getTags, hasSameValues, type NoteValues } from "./note-values.ts";
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
  { _id: diaryId, shortId: diaryShortId, timeZone }: Pick<Notebook, "_id" | "shortId" | "timeZone">,
): (values: NoteValues, mentioned?: Mentioned) => Promise<string> {
  const me = useQuery(api.users.getCurrentUser, {});
  const create = useMutation(api.notes.createNote);
  useCacheFirstPage(diaryId);
  return (values, mentioned) => {
    const fields = noteFields(kind, values, timeZone, mentioned);
    const { isEncrypted } = values;
    const id = createId();
    const { content, ...shown } = stored(kind, fields, timeZone);
    const row = getUnsentNote(
      { ...shown, content, type: kind.type, noteTypeName: kind.name, noteTypeIcon: kind.icon, isEncrypted },
      me ?? null,
      { id, now: Date.now() },
    );
    const { preview: _, medications: __, commentCount: ___, attachmentCount: ____, ...head } = row;
    const note = {
      ...head,
      ...{ diaryId, diaryShortId, content, isLost: false, version: 1, canEdit: true, canDelete: true },
      ...{ mentioned: mentioned ?? [], mentions: fields.mentions ?? [] },
    };
    const show = showNewNote({ diaryId, row, note });
    const showAll: typeof show = Object.assign((store: Parameters<typeof show>[0]) => {
      show(store);
      kind.own?.showInserted(store, diaryId, row, values.body);
    }, show);
    const args = { ...sent(fields, { mentions: [] }), id, diaryId, type: kind.type, isEncrypted };
    return create.withOptimisticUpdate(showAll)(args);
  };
}

/** Changes a note; list and note update at once. The encrypted flag is never sent (care core 5). */
export function useUpdateNote(
  kind: NoteKind,
  note: Pick<Note, "_id" | "shortId" | "diaryId" | "noteTime" | "mentions">,
  timeZone: string,
) {
  const update = useMutation(api.notes.updateNote);
  return (draft: EditDraft, mentioned?: Mentioned): Promise<string> => {
    const { base, values } = draft;
    const fields = noteFields(kind, values, timeZone, mentioned);
    const shown = stored(kind, fields, timeZone);
    const { _id: noteId, shortId, diaryId } = note;
    const show = showEditedNote({
      ...{ diaryId, noteId, shortId, shown },
      whole: { ...shown, ...(mentioned && { mentioned, mentions: fields.mentions ?? [] }) },
      version: base.version + 1,
      at: Date.now(),
      draft,
    });
    return update.withOptimisticUpdate(show)({ noteId, ...sent(fields, note), baseVersion: base.version });
  };
}

/** Deletes a note with everything that belongs to it; it disappears from the lists at once. */
export function useDeleteNote({ _id: noteId, diaryId, title }: Pick<Note, "_id" | "diaryId" | "title">) {
  const remove = useMutation(api.notes.deleteNote);
  return () => remove.withOptimisticUpdate(showDeletedNote({ diaryId, noteId, title }))({ noteId });
}
