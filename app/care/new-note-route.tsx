import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { NewNoteScreen } from "../../features/notes/screens/new-note.tsx";
import { NoteListScreen } from "../../features/notes/screens/note-list.tsx";
import type { Notebook } from "../../lib/api.ts";
import { shownId } from "../../lib/shown-id.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { NewNoteDialog } from "./new-note-dialog.tsx";
import { NOTE_KINDS } from "./note-kinds.ts";

/** The list behind the choice can't be reached while that is open. */
const ALL = {};

/** `/care/:diaryId/note/new?type=…`: the form of that type; without a known type, the choice of one over the list. */
export function NewNoteRoute({ notebook }: { notebook: Notebook }) {
  const { type = "" } = useSearch({ from: "/signed-in/care/$diaryId/note/new" });
  const kind = NOTE_KINDS[type];
  const navigate = useNavigate();
  const params = { diaryId: shownId(notebook) };
  // Asked once: whoever loses the right while writing keeps what they wrote before them.
  const [mayWrite] = useState(() => notebook.permissions.includes("notes.create"));
  if (!mayWrite) {
    return (
      <EmptyState
        title="You can't write notes in this notebook."
        text="Viewers read what is shared with all."
      >
        <LinkButton to="/care/$diaryId" params={params}>
          Back to the notebook
        </LinkButton>
      </EmptyState>
    );
  }
  if (kind) return <NewNoteScreen key={type} notebook={notebook} kind={kind} />;
  const leave = () => void navigate({ to: "/care/$diaryId", params, replace: true });
  return (
    <>
      <NoteListScreen notebook={notebook} filter={ALL} onFilter={() => {}} onNewNote={() => {}} />
      <NewNoteDialog notebook={notebook} opened onClose={leave} />
    </>
  );
}
