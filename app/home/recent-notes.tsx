import { Link } from "@tanstack/react-router";
import { noteIcon } from "../../features/notes/rules/icons.ts";
import type { HomeRecent } from "../../lib/api.ts";
import { formatRelativeTime } from "../../lib/dates/time.ts";
import { t } from "../../lib/words/t.ts";
import { Boundary } from "../../ui/boundary.tsx";
import { Entry } from "../../ui/entry.tsx";
import { List } from "../../ui/list.tsx";
import { Loading } from "../../ui/loading.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Section } from "../../ui/section.tsx";
import { Problem, Soft } from "../../ui/text.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useHomeRecent } from "./use-home-recent.ts";

type RecentNote = HomeRecent["recentNotes"][number];

/** The most recently written or changed notes of all notebooks. */
export function RecentNotes() {
  return (
    <Section title={t("home.recentNotes")}>
      <Boundary fallback={(message) => <Problem>{t("home.notesFailed", { message })}</Problem>}>
        <NoteList />
      </Boundary>
    </Section>
  );
}

function NoteList() {
  const notes = useHomeRecent()?.recentNotes;
  if (!notes) return <Loading label={t("home.loadingNotes")} rows={4} />;
  if (notes.length === 0) return <Soft>{t("home.noNotes")}</Soft>;
  return (
    <List gap="xs">
      {notes.map((note) => (
        <Boundary
          key={note._id}
          fallback={() => (
            <li>
              <Problem>{t("home.noteFailed")}</Problem>
            </li>
          )}
        >
          <NoteEntry note={note} />
        </Boundary>
      ))}
    </List>
  );
}

function NoteEntry({ note }: { note: RecentNote }) {
  const now = useNow();
  return (
    <Entry
      icon={noteIcon(note.noteTypeIcon)}
      title={
        <Link
          to="/care/$diaryId/note/$noteId"
          params={{ diaryId: note.diaryShortId, noteId: note.noteShortId ?? note._id }}
        >
          {note.title || t("home.untitled")}
        </Link>
      }
    >
      <RelativeTime at={note.updatedAt}>{formatRelativeTime(note.updatedAt, now)}</RelativeTime>
      <span>{note.diarySubject || t("shared.unknownSubject")}</span>
    </Entry>
  );
}
