import { useSearch } from "@tanstack/react-router";
import { ProgramPickerScreen } from "../../features/programs/screens/program-picker.tsx";
import type { Notebook } from "../../lib/api.ts";

/** `/care/:diaryId/programs/add`: the library of programs. */
export function AddProgramRoute({ notebook }: { notebook: Notebook }) {
  const { noteId } = useSearch({ from: "/signed-in/care/$diaryId/programs/add" });
  return <ProgramPickerScreen notebook={notebook} noteId={noteId} />;
}
