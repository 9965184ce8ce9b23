import { NoteTypeDialog } from "../../features/notes/components/note-type-dialog.tsx";
import type { Notebook } from "../../lib/api.ts";
import { NOTE_KINDS } from "./note-kinds.ts";

type NewNoteDialogProps = { notebook: Notebook; opened: boolean; onClose: () => void };

/** The choice of a new note's type, among the types that have a form. */
export function NewNoteDialog(props: NewNoteDialogProps) {
  return <NoteTypeDialog {...props} kinds={NOTE_KINDS} />;
}
