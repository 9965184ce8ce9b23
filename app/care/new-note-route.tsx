import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { NoteListScreen } from "../../features/notes/screens/note-list.tsx";
import { api, type Notebook } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { t } from "../../lib/words/t.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { NewNote } from "./new-note.tsx";
import { NewNoteDialog } from "./new-note-dialog.tsx";
import { NOTE_KINDS } from "./note-kinds.ts";

/** The list behind the dialog can't be reached while the dialog is open. */
const ALL = {};

/**
 * `/care/:diaryId/note/new?type=…`: the form of that type; without a known type, the dialog to choose one, over the
 * list. Each notebook has its own form, with its own draft.
 */
export const NewNoteRoute = ({ notebook }: { notebook: Notebook }) => (
  <NewNoteOfNotebook key={notebook._id} notebook={notebook} />
);

function NewNoteOfNotebook({ notebook }: { notebook: Notebook }) {
  const { type = "" } = useSearch({ from: "/signed-in/care/$diaryId/note/new" });
  const types = useLiveQuery(api.noteTypes.listActiveNoteTypes, {});
  // A type that needs AI, or was deactivated, can't be opened by its address either. Until the types are loaded, or
  // without a connection, any known form opens.
  const isOffered = !types || types.some(({ typeId, requiresAI }) => typeId === type && !requiresAI);
  // A form that is already open stays open, even if the type is changed meanwhile.
  const opened = useRef<string | null>(null);
  if (types && isOffered) opened.current = type;
  const kind = isOffered || opened.current === type ? NOTE_KINDS[type] : undefined;
  const navigate = useNavigate();
  const params = { diaryId: getShownId(notebook) };
  // Checked once: a person who loses the right while writing keeps their text on screen.
  const [mayWrite] = useState(() => notebook.permissions.includes("notes.create"));
  if (!mayWrite) {
    return (
      <EmptyState title={t("noteform.noRight")} text={t("noteform.viewersRead")}>
        <LinkButton to="/care/$diaryId" params={params}>
          {t("noteform.backToNotebook")}
        </LinkButton>
      </EmptyState>
    );
  }
  if (kind) return <NewNote key={type} notebook={notebook} kind={kind} />;
  const leave = () => void navigate({ to: "/care/$diaryId", params, replace: true });
  return (
    <>
      <NoteListScreen notebook={notebook} filter={ALL} onFilter={() => {}} onNewNote={() => {}} />
      <NewNoteDialog notebook={notebook} opened onClose={leave} />
    </>
  );
}
