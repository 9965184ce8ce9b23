import { useSearch } from "@tanstack/react-router";
import { TypeChooser } from "../../features/notes/components/type-chooser.tsx";
import { NewNoteScreen } from "../../features/notes/screens/new-note.tsx";
import type { Notebook } from "../../lib/api.ts";
import { NOTE_KINDS } from "./note-kinds.ts";

/** `/care/:diaryId/note/new?type=…`: the form of that type; without a known type, the choice of one. */
export function NewNoteRoute({ notebook }: { notebook: Notebook }) {
  const { type = "" } = useSearch({ from: "/signed-in/care/$diaryId/note/new" });
  const kind = NOTE_KINDS[type];
  return kind ? (
    <NewNoteScreen key={type} notebook={notebook} kind={kind} />
  ) : (
    <TypeChooser notebook={notebook} type={type} />
  );
}
