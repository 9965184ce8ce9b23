import { api, type Note, type NoteSummary } from "../../../lib/api.ts";
import { defineLayer } from "../../../ui/layer.ts";
import { showChanged, showDeleted, showInserted } from "./note-store.ts";
import type { EditDraft } from "./note-values.ts";
import type { NoteDraftFields } from "./optimistic-notes.ts";

/** How screens show changes of notes before the server has made them. */

/** A new note: in its notebook's list, and as a page of its own. */
export const showNewNote = defineLayer<{ diaryId: string; row: NoteSummary; note: Note }>(
  "notes.new",
  (store, { diaryId, row, note }) => {
    showInserted(store, diaryId, row);
    const { _id: noteId } = note;
    if (store.getQuery(api.notes.getNote, { noteId })) return;
    store.setQuery(api.notes.getNote, { noteId }, note);
    store.setQuery(api.comments.listComments, { targetType: "note", targetId: noteId }, []);
    store.setQuery(api.tasks.listNoteTasks, { noteId }, []);
  },
);

type Edit = {
  diaryId: string;
  noteId: string;
  shortId: string;
  /** What lists show, and what the note's page shows. */
  shown: NoteDraftFields;
  whole: Partial<Note>;
  /** The version that the edit makes. */
  version: number;
  at: number;
  /** What the form has, for a refused edit: there it is compared with the note. */
  draft: EditDraft;
};

export const showEditedNote = defineLayer<Edit>(
  "notes.edited",
  (store, { diaryId, noteId, shortId, shown, whole, version, at }) => {
    showChanged(store, diaryId, noteId, shown, at);
    const change = (note: Note): Note => ({ ...note, ...whole, version, updatedAt: at });
    const byId = store.getQuery(api.notes.getNote, { noteId });
    if (byId) store.setQuery(api.notes.getNote, { noteId }, change(byId));
    if (shortId === "") return;
    const byShortId = store.getQuery(api.notes.getNoteByShortId, { shortId });
    if (byShortId) store.setQuery(api.notes.getNoteByShortId, { shortId }, change(byShortId));
  },
);

export const showDeletedNote = defineLayer<{ diaryId: string; noteId: string; title: string }>(
  "notes.deleted",
  (store, { diaryId, noteId }) => showDeleted(store, diaryId, noteId),
);
