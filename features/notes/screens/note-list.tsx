import { IconNotebook, IconPlus } from "@tabler/icons-react";
import { api, type Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { NoteCard } from "../components/note-card.tsx";
import styles from "./note-list.module.css";

/** `/care/:diaryId`: the notes of a notebook, newest day first; live. Its heading stands in the notebook's frame. */
export function NoteListScreen({ notebook }: { notebook: Notebook }) {
  const notes = useLiveQuery(api.notes.listNotes, { diaryId: notebook._id });
  const diaryId = shownId(notebook);
  usePageTitle(notebook.name);
  const mayWrite = notebook.permissions.includes("notes.create");
  const writeButton = (
    <LinkButton
      to="/care/$diaryId/note/new"
      params={{ diaryId }}
      search={{ type: "default" }}
      leftSection={<IconPlus size={20} aria-hidden="true" />}
    >
      New note
    </LinkButton>
  );

  return (
    <>
      {mayWrite && <div className={styles.actions}>{writeButton}</div>}
      {!notes && <Loading label="Loading notes..." />}
      {notes?.length === 0 && (
        <EmptyState
          title="No diary notes yet"
          text={
            mayWrite ? "Create your first note to get started" : "Notes that you may see will appear here."
          }
          picture={<IconNotebook size={64} stroke={1.25} />}
        >
          {mayWrite && writeButton}
        </EmptyState>
      )}
      {notes && notes.length > 0 && (
        <ul className={styles.list}>
          {notes.map((note) => (
            <NoteCard key={note._id} note={note} diaryId={diaryId} />
          ))}
        </ul>
      )}
    </>
  );
}
