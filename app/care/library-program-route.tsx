import { useParams, useSearch } from "@tanstack/react-router";
import { LibraryProgramScreen } from "../../features/programs/screens/library-program.tsx";
import type { Notebook } from "../../lib/api.ts";

const FROM = "/signed-in/care/$diaryId/programs/library/$programId";

/** `/care/:diaryId/programs/library/:programId`: a program of the library. */
export function LibraryProgramRoute({ notebook }: { notebook: Notebook }) {
  const { programId } = useParams({ from: FROM });
  const { noteId } = useSearch({ from: FROM });
  return <LibraryProgramScreen key={programId} notebook={notebook} programId={programId} noteId={noteId} />;
}
