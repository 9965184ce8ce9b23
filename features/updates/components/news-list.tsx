import {
  IconChecklist,
  IconHandFinger,
  IconMessage,
  IconNotes,
  IconPaperclip,
  IconPill,
  IconPlayerPause,
  IconStethoscope,
  IconUserPlus,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { UpdateGroup } from "../../../lib/api.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { Entry } from "../../../ui/entry.tsx";
import { List } from "../../../ui/list.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { groupText, groupTitle } from "../client/update-words.ts";
import { isOfDoses, type NewType } from "../rules.ts";

const ICONS: Record<NewType, ReactNode> = {
  note: <IconNotes />,
  comment: <IconMessage />,
  attachment: <IconPaperclip />,
  task: <IconChecklist />,
  assignment: <IconHandFinger />,
  program: <IconStethoscope />,
  member: <IconUserPlus />,
  plan: <IconPill />,
  "plan-end": <IconPill />,
  dose: <IconPill />,
  pause: <IconPlayerPause />,
  "pause-end": <IconPlayerPause />,
  given: <IconPill />,
};

/** Opens a task by its id, in a dialog. */
export type OpenTask = (taskId: string, onClose: () => void) => ReactNode;

type NewsListProps = {
  groups: readonly UpdateGroup[];
  /** Shows the notebook of each, in a list of several. */
  showsNotebook: boolean;
  openTask: OpenTask;
};

/** The news, each with a link to its subject. */
export function NewsList({ groups, showsNotebook, openTask }: NewsListProps) {
  const now = useNow();
  const [taskId, setTaskId] = useState<string | null>(null);
  return (
    <>
      <List gap="xs">
        {groups.map((group) => (
          <Entry
            key={group.key}
            icon={ICONS[group.parts[0]!.type]}
            title={<Way group={group} onTask={setTaskId} />}
            marks={group.mentionsMe ? [t("news.mentionsYou")] : []}
            text={groupText(group)}
          >
            <RelativeTime at={group.at}>{formatRelativeTime(group.at, now)}</RelativeTime>
            {showsNotebook && <span>{group.diarySubject.trim() || t("shared.unknownSubject")}</span>}
          </Entry>
        ))}
      </List>
      {taskId && openTask(taskId, () => setTaskId(null))}
    </>
  );
}

/** The link to a group's subject. */
function Way({ group, onTask }: { group: UpdateGroup; onTask: (taskId: string) => void }) {
  const { thing, parts, diaryShortId: diaryId } = group;
  const title = groupTitle(group);
  const { type, count } = parts[0]!;
  if (type === "member")
    return (
      <Link to="/care/$diaryId/members" params={{ diaryId }}>
        {title}
      </Link>
    );
  if (type === "plan" || type === "plan-end")
    return (
      <Link to="/care/$diaryId/plans" params={{ diaryId }}>
        {title}
      </Link>
    );
  if (isOfDoses(type))
    return (
      <Link to="/care/$diaryId/doses" params={{ diaryId }}>
        {title}
      </Link>
    );
  if ((type === "task" || type === "assignment") && count > 1)
    return (
      <Link to="/tasks" search={{ notebook: group.diaryId, ...(type === "task" && { tab: "all" }) }}>
        {title}
      </Link>
    );
  if (thing.type === "task")
    return (
      <button type="button" onClick={() => onTask(thing.id)}>
        {title}
      </button>
    );
  if (thing.type === "program")
    return (
      <Link to="/care/$diaryId/programs/$diaryProgramId" params={{ diaryId, diaryProgramId: thing.id }}>
        {title}
      </Link>
    );
  const noteId = group.noteShortId ?? group.noteId ?? thing.id;
  // Where only something below the note is new, the note opens there.
  const isBelow = parts.every(({ type }) => type === "comment");
  return (
    <Link
      to="/care/$diaryId/note/$noteId"
      params={{ diaryId, noteId }}
      {...(isBelow && { hash: "comments" })}
    >
      {title}
    </Link>
  );
}
