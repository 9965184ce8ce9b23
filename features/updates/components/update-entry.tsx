import {
  IconChecklist,
  IconMessage,
  IconNotes,
  IconPaperclip,
  IconPill,
  IconStethoscope,
  IconUserPlus,
  IconVideo,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Update } from "../../../lib/api.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { Entry } from "../../../ui/entry.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { isOfDoses } from "../rules.ts";

/** A recording of this device, among the updates. */
export type RecordingUpdate = { type: "recording"; id: string; title: string; updatedAt: number };

export type ShownUpdate = Update | RecordingUpdate;

const ICONS: Record<ShownUpdate["type"], ReactNode> = {
  note: <IconNotes />,
  comment: <IconMessage />,
  attachment: <IconPaperclip />,
  task: <IconChecklist />,
  program: <IconStethoscope />,
  member: <IconUserPlus />,
  plan: <IconPill />,
  "plan-end": <IconPill />,
  dose: <IconPill />,
  pause: <IconPill />,
  "pause-end": <IconPill />,
  recording: <IconVideo />,
};

/** Pauses have no title of their own. */
const PAUSE_TITLE: Partial<Record<ShownUpdate["type"], string>> = {
  pause: "Medicines paused",
  "pause-end": "Medicines paused",
};

/** One update: its subject, event, author and time. */
export function UpdateEntry({ update }: { update: ShownUpdate }) {
  const now = useNow();
  return (
    <Entry
      icon={ICONS[update.type]}
      title={
        <UpdateLink update={update}>{update.title || PAUSE_TITLE[update.type] || "Untitled"}</UpdateLink>
      }
      marks={"isNew" in update && update.isNew ? ["New"] : []}
    >
      <span>{describeUpdate(update)}</span>
      <RelativeTime at={update.updatedAt}>{formatRelativeTime(update.updatedAt, now)}</RelativeTime>
      {"diarySubject" in update && <span>{update.diarySubject || "Unknown Subject"}</span>}
    </Entry>
  );
}

/** A label of an update: "Comment by Jonas Weber". */
function describeUpdate(update: ShownUpdate): string {
  if (update.type === "recording") return "Recorded on this device";
  const by = update.isByMe ? "by you" : `by ${update.actorName?.trim() || "Unknown User"}`;
  switch (update.type) {
    case "note":
      return update.isFirst ? `Note ${by}` : `Note changed ${by}`;
    case "comment":
      return update.isFirst ? `Comment ${by}` : `Comment changed ${by}`;
    case "attachment":
      return `File added ${by}`;
    case "task":
      return update.actorName === null ? "Task completed" : `Task completed ${by}`;
    case "program":
      return `Program started ${by}`;
    case "plan":
      return update.isFirst ? `Plan made ${by}` : `Plan changed ${by}`;
    case "plan-end":
      return `Plan ended ${by}`;
    case "dose":
      return `${update.isFirst ? "Dose against its plan, a limit or another dose" : "Dose beside another one"}, recorded ${by}`;
    case "pause":
      return update.isFirst ? `Started ${by}` : `Changed ${by}`;
    case "pause-end":
      return `Ended ${by}`;
    case "member":
      return update.isByMe ? "You joined" : "Joined the notebook";
  }
}

/** The link to an update's subject. */
function UpdateLink({ update, children }: { update: ShownUpdate; children: ReactNode }) {
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
  if (update.type === "plan" || update.type === "plan-end")
    return (
      <Link to="/care/$diaryId/plans" params={{ diaryId }}>
        {children}
      </Link>
    );
  if (isOfDoses(update.type))
    return (
      <Link to="/care/$diaryId/doses" params={{ diaryId }}>
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
