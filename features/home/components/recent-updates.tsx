import {
  IconChecklist,
  IconMessage,
  IconNotes,
  IconPaperclip,
  IconStethoscope,
  IconUserPlus,
  IconVideo,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { api, type HomeRecent } from "../../../lib/api.ts";
import { relativeTime } from "../../../lib/time.ts";
import { Boundary } from "../../../ui/boundary.tsx";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Section } from "../../../ui/section.tsx";
import { Facts, Problem, Soft } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { type RecordingUpdate, useLocalRecordings } from "../client/use-local-recordings.ts";
import { newestFirst, SHOWN_UPDATES } from "../rules.ts";
import styles from "./recent.module.css";
import { useHomeRecent } from "./recent-notes.tsx";

type RecentUpdate = HomeRecent["recentUpdates"][number];
type Shown = RecentUpdate | (RecordingUpdate & { type: "recording" });

const ICONS: Record<Shown["type"], ReactNode> = {
  note: <IconNotes />,
  comment: <IconMessage />,
  attachment: <IconPaperclip />,
  task: <IconChecklist />,
  program: <IconStethoscope />,
  member: <IconUserPlus />,
  recording: <IconVideo />,
};

/** The latest updates of all notebooks, and this device's recordings. */
export function RecentUpdates() {
  return (
    <Section title="Recent updates">
      <Boundary fallback={() => <Problem>Unable to load recent updates</Problem>}>
        <UpdateList />
      </Boundary>
    </Section>
  );
}

function UpdateList() {
  const me = useQuery(api.users.getCurrentUser, {});
  const updates = useHomeRecent()?.recentUpdates;
  const recordings = useLocalRecordings(me?._id, SHOWN_UPDATES);
  if (!updates) return <Loading label="Loading recent updates..." rows={4} />;
  const shown = newestFirst<Shown>(
    [...updates, ...recordings.map((recording) => ({ ...recording, type: "recording" as const }))],
    SHOWN_UPDATES,
  );
  if (shown.length === 0) return <Soft>No recent updates</Soft>;
  return (
    <List gap="xs">
      {shown.map((update) => (
        <UpdateEntry key={`${update.type} ${update.id}`} update={update} />
      ))}
    </List>
  );
}

function UpdateEntry({ update }: { update: Shown }) {
  const now = useNow();
  return (
    <Card isLink className={styles.entry}>
      <span className={styles.icon} aria-hidden="true">
        {ICONS[update.type]}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <UpdateLink update={update}>{update.title || "Untitled"}</UpdateLink>
          {"isNew" in update && update.isNew && <span className={styles.new}>New</span>}
        </h3>
        <Facts className={styles.meta}>
          <span>{wordsOf(update)}</span>
          <RelativeTime at={update.updatedAt}>{relativeTime(update.updatedAt, now)}</RelativeTime>
          {"diarySubject" in update && <span>{update.diarySubject || "Unknown Subject"}</span>}
        </Facts>
      </div>
    </Card>
  );
}

/** A label of an update: "Comment by Jonas Weber". */
function wordsOf(update: Shown): string {
  if (update.type === "recording") return "Recorded on this device";
  const by = update.isByMe ? "by you" : `by ${update.actorName?.trim() || "Unknown User"}`;
  switch (update.type) {
    case "note":
      return update.isFirst ? `Note ${by}` : `Note changed ${by}`;
    case "comment":
      return `Comment ${by}`;
    case "attachment":
      return `File added ${by}`;
    case "task":
      return update.actorName === null ? "Task completed" : `Task completed ${by}`;
    case "program":
      return `Program started ${by}`;
    case "member":
      return update.isByMe ? "You joined" : "Joined the notebook";
  }
}

/** The link to an update's subject. */
function UpdateLink({ update, children }: { update: Shown; children: ReactNode }) {
  if (update.type === "recording") return <Link to="/recording">{children}</Link>;
  const diaryId = update.diaryShortId;
  if (update.type === "program") {
    const params = { diaryId, diaryProgramId: update.id };
    return (
      <Link to="/care/$diaryId/programs/$diaryProgramId" params={params}>
        {children}
      </Link>
    );
  }
  if (update.type === "member")
    return (
      <Link to="/care/$diaryId/members" params={{ diaryId }}>
        {children}
      </Link>
    );
  const noteId = update.noteShortId ?? update.noteId;
  if (noteId)
    return (
      <Link to="/care/$diaryId/note/$noteId" params={{ diaryId, noteId }}>
        {children}
      </Link>
    );
  return (
    <Link to="/care/$diaryId" params={{ diaryId }}>
      {children}
    </Link>
  );
}
