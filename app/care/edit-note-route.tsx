import { EditNoteScreen } from "../../features/notes/screens/edit-note.tsx";
import type { Notebook } from "../../lib/api.ts";
import { NOTE_KINDS } from "./note-kinds.ts";

/** `/care/:diaryId/note/:noteId/edit`: the form of the note's type. */
export function EditNoteRoute({ notebook }: { notebook: Notebook }) {
  return <EditNoteScreen notebook={notebook} kinds={NOTE_KINDS} />;
}
