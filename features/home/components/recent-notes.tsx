import { Link } from "@tanstack/react-router";
import { api, type HomeRecent } from "../../../lib/api.ts";
import { relativeTime } from "../../../lib/time.ts";
import { Loading } from "../../../ui/loading.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useNow } from "../../../ui/use-now.ts";
import { noteIcon } from "../../notes/rules.ts";
import { HOME_NOTES, HOME_UPDATES } from "../rules.ts";
import { Boundary } from "./boundary.tsx";
import styles from "./recent.module.css";

type RecentNote = HomeRecent["recentNotes"][number];

/** What both lists of the dashboard ask for; one question, so that it is computed once. */
export const useHomeRecent = () =>
  useLiveQuery(api.home.getHomeRecent, { notesLimit: HOME_NOTES, updatesLimit: HOME_UPDATES });

/** The notes that were written or changed last, of all notebooks. */
export function RecentNotes() {
  return (
    <section aria-labelledby="recent-notes">
      <h2 id="recent-notes" className={styles.heading}>
        Recent notes
      </h2>
      <Boundary
        fallback={(message) => (
          <p role="alert" className={styles.failure}>
            Unable to load recent notes: {message}
          </p>
        )}
      >
        <NoteList />
      </Boundary>
    </section>
  );
}

function NoteList() {
  const notes = useHomeRecent()?.recentNotes;
  if (!notes) return <Loading label="Loading recent notes..." rows={4} />;
  if (notes.length === 0) return <p className={styles.empty}>No recent notes</p>;
  return (
    <ul className={styles.list}>
      {notes.map((note) => (
        <li key={note._id} className={styles.entry}>
          <Boundary fallback={() => <p className={styles.failure}>Error rendering note</p>}>
            <NoteEntry note={note} />
          </Boundary>
        </li>
      ))}
    </ul>
  );
}

function NoteEntry({ note }: { note: RecentNote }) {
  const now = useNow();
  return (
    <>
      <span className={styles.icon} aria-hidden="true">
        {noteIcon(note.noteTypeIcon)}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link
            to="/care/$diaryId/note/$noteId"
            params={{ diaryId: note.diaryShortId, noteId: note.noteShortId ?? note._id }}
          >
            {note.title || "Untitled"}
          </Link>
        </h3>
        <p className={styles.meta}>
          <RelativeTime at={note.updatedAt}>{relativeTime(note.updatedAt, now)}</RelativeTime>
          <span>{note.diarySubject || "Unknown Subject"}</span>
        </p>
      </div>
    </>
  );
}
