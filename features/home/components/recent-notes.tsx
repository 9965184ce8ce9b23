import { Link } from "@tanstack/react-router";
import { api, type HomeRecent } from "../../../lib/api.ts";
import { relativeTime } from "../../../lib/time.ts";
import { Boundary } from "../../../ui/boundary.tsx";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Section } from "../../../ui/section.tsx";
import { Facts, Problem, Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useNow } from "../../../ui/use-now.ts";
import { noteIcon } from "../../notes/rules/icons.ts";
import { HOME_NOTES, HOME_UPDATES } from "../rules.ts";
import styles from "./recent.module.css";

type RecentNote = HomeRecent["recentNotes"][number];

/** The arguments that both lists of the dashboard share, so that the query is computed once. */
export const useHomeRecent = () =>
  useLiveQuery(api.home.getHomeRecent, { notesLimit: HOME_NOTES, updatesLimit: HOME_UPDATES });

/** The most recently written or changed notes of all notebooks. */
export function RecentNotes() {
  return (
    <Section title="Recent notes">
      <Boundary fallback={(message) => <Problem>Unable to load recent notes: {message}</Problem>}>
        <NoteList />
      </Boundary>
    </Section>
  );
}

function NoteList() {
  const notes = useHomeRecent()?.recentNotes;
  if (!notes) return <Loading label="Loading recent notes..." rows={4} />;
  if (notes.length === 0) return <Soft>No recent notes</Soft>;
  return (
    <List gap="xs">
      {notes.map((note) => (
        <Card key={note._id} isLink className={styles.entry}>
          <Boundary fallback={() => <p className={styles.failure}>Error rendering note</p>}>
            <NoteEntry note={note} />
          </Boundary>
        </Card>
      ))}
    </List>
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
        <Facts className={styles.meta}>
          <RelativeTime at={note.updatedAt}>{relativeTime(note.updatedAt, now)}</RelativeTime>
          <span>{note.diarySubject || "Unknown Subject"}</span>
        </Facts>
      </div>
    </>
  );
}
