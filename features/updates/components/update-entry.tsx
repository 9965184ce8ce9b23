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
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
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

/** One update: its subject, event, author and time. */
export function UpdateEntry({ update }: { update: ShownUpdate }) {
  const now = useNow();
  return (
    <Entry
      icon={ICONS[update.type]}
      title={<UpdateLink update={update}>{update.title || describeUntitled(update)}</UpdateLink>}
      marks={"isNew" in update && update.isNew ? [t("updates.new")] : []}
    >
      <span>{describeUpdate(update)}</span>
      <RelativeTime at={update.updatedAt}>{formatRelativeTime(update.updatedAt, now)}</RelativeTime>
      {"diarySubject" in update && <span>{update.diarySubject || t("shared.unknownSubject")}</span>}
    </Entry>
  );
}

/** Pauses have no title of their own. */
const describeUntitled = ({ type }: ShownUpdate): string =>
  t(type === "pause" || type === "pause-end" ? "updates.paused" : "updates.untitled");

/** A label of an update: "Comment by Jonas Weber". */
function describeUpdate(update: ShownUpdate): string {
  if (update.type === "recording") return t("updates.recorded");
  const isNobodys = update.type === "task" && update.actorName === null;
  const by = isNobodys ? "nobody" : update.isByMe ? "you" : "other";
  const [first, later] = EVENTS[update.type];
  return t(update.isFirst ? first : later, {
    by,
    name: update.actorName?.trim() || t("updates.unknownUser"),
  });
}

/** The events of a new subject and of a changed one. */
const EVENTS: Record<Update["type"], readonly [first: Key, later: Key]> = {
  note: ["updates.note", "updates.noteChanged"],
  comment: ["updates.comment", "updates.commentChanged"],
  attachment: ["updates.file", "updates.file"],
  task: ["updates.taskDone", "updates.taskDone"],
  program: ["updates.programStarted", "updates.programStarted"],
  plan: ["updates.planMade", "updates.planChanged"],
  "plan-end": ["updates.planEnded", "updates.planEnded"],
  dose: ["updates.doseAgainst", "updates.doseBeside"],
  pause: ["updates.pauseStarted", "updates.pauseChanged"],
  "pause-end": ["updates.pauseEnded", "updates.pauseEnded"],
  member: ["updates.joined", "updates.joined"],
};

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
