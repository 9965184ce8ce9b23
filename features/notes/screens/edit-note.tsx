import { useParams } from "@tanstack/react-router";
import { useRef } from "react";
import type { Note, Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft } from "../../../ui/draft.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import type { NoteKind } from "../client/note-kind.ts";
import type { EditDraft } from "../client/note-values.ts";
import { useNote } from "../client/use-note.ts";
import { EditNote } from "../components/edit-note.tsx";
import { NoteMissing } from "../components/note-missing.tsx";
import { RestoredOrphanedEdit } from "../components/orphaned-edit.tsx";
import { NOTE_MESSAGES } from "../rules/messages.ts";

type EditNoteProps = {
  notebook: Notebook;
  /** The kinds of notes by type. */
  kinds: Record<string, NoteKind>;
};

/** `/care/:diaryId/note/:noteId/edit`. */
export function EditNoteScreen({ notebook, kinds }: EditNoteProps) {
  const { noteId } = useParams({ from: "/signed-in/care/$diaryId/note/$noteId/edit" });
  const found = useNote(noteId, notebook._id);
  const isGone = found !== undefined && !found?.canEdit;
  // If the note is deleted during an edit, the editor's input must survive.
  const open = useRef<Note | null>(null);
  if (found?.canEdit) open.current = found;
  const note = open.current && isNamed(open.current, noteId) ? open.current : null;
  if (note) {
    const kind = kinds[note.content.type];
    if (!kind) return <EmptyState asPage title={writeMessage(NOTE_MESSAGES.unknownType)} />;
    return <EditNote key={note._id} notebook={notebook} note={note} kind={kind} isGone={isGone} />;
  }
  if (!isGone) return <Loading label={t("noteform.loadingNote")} />;
  const key = getDraftKey(notebook._id, "edit", noteId);
  const draft = readDraft<EditDraft>(key);
  const kind = draft && kinds[draft.type];
  if (kind) return <RestoredOrphanedEdit notebook={notebook} kind={kind} draft={draft} draftKey={key} />;
  return <NoteMissing diaryId={getShownId(notebook)} />;
}

const isNamed = ({ _id, shortId }: Note, id: string) => id === _id || id === shortId;
