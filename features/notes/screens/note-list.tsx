import { IconInfoCircle, IconNotebook, IconPlus, IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { api, type Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { NoteCard } from "../components/note-card.tsx";
import styles from "./note-list.module.css";

/** `/care/:diaryId`: the notes of a notebook, newest day first; live. */
export function NoteListScreen({ notebook }: { notebook: Notebook }) {
  const notes = useLiveQuery(api.notes.listNotes, { diaryId: notebook._id });
  const diaryId = shownId(notebook);
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
      <PageHeader
        title={notebook.name}
        above={
          <Link to="/care" className={styles.back}>
            All notebooks
          </Link>
        }
        subtitle={`About ${notebook.details.fullName || "Unknown Subject"}`}
      >
        <LinkButton
          to="/care/$diaryId/members"
          params={{ diaryId }}
          variant="default"
          leftSection={<IconUsers size={20} aria-hidden="true" />}
        >
          Members
        </LinkButton>
        <LinkButton
          to="/care/$diaryId/info"
          params={{ diaryId }}
          variant="default"
          leftSection={<IconInfoCircle size={20} aria-hidden="true" />}
        >
          Info
        </LinkButton>
        {mayWrite && writeButton}
      </PageHeader>
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
