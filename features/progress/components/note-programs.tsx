import { IconPlus } from "@tabler/icons-react";
import { useId } from "react";
import { api, type Note, type Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import cards from "./cards.module.css";
import styles from "./note-programs.module.css";
import { ProgramCard } from "./program-card.tsx";
import { StartCard } from "./start-card.tsx";

/** The programs of a note: those that run, those to be started, and the way to another one. */
export function NotePrograms({ note, notebook }: { note: Note; notebook: Notebook }) {
  const headingId = useId();
  const programs = useLiveQuery(api.programs.getProgramsForNote, { noteId: note._id });
  const mayStart = notebook.permissions.includes("programs.activate");
  const diaryId = shownId(notebook);
  const isEmpty = programs && programs.activated.length + programs.linked.length === 0;
  // Nothing there and nothing to do: no heading over nothing.
  if (programs === null || (isEmpty && !mayStart)) return null;
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} className={styles.heading}>
          Programs
        </h2>
        {mayStart && (
          <LinkButton
            to="/care/$diaryId/programs/add"
            params={{ diaryId }}
            search={{ noteId: note._id }}
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            Add Care Program
          </LinkButton>
        )}
      </div>
      {!programs && <Loading label="Loading programs..." rows={1} />}
      {isEmpty && <p className={styles.hint}>No care program belongs to this note yet.</p>}
      {programs && !isEmpty && (
        <ul className={cards.list}>
          {programs.activated.map((program) => (
            <ProgramCard
              key={program._id}
              program={program}
              diaryId={diaryId}
              timeZone={notebook.timeZone}
              level={3}
            />
          ))}
          {programs.linked.map((program) => (
            <StartCard
              key={program.programId}
              program={program}
              diaryId={diaryId}
              noteId={note._id}
              mayStart={mayStart}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
