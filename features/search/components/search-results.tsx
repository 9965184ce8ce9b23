import { Button } from "@mantine/core";
import {
  IconChecklist,
  IconMessage,
  IconNotes,
  IconPaperclip,
  IconPill,
  IconUser,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { SearchGroup, SearchHit } from "../../../lib/api.ts";
import { formatClockTime, formatRelativeDays } from "../../../lib/dates/time.ts";
import { longDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { Entry } from "../../../ui/entry.tsx";
import { List } from "../../../ui/list.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { MAX_COUNTED, MORE_HITS, type SearchKind } from "../rules.ts";
import { Marked } from "./marked-text.tsx";

const ICONS: Record<SearchKind, ReactNode> = {
  note: <IconNotes />,
  comment: <IconMessage />,
  task: <IconChecklist />,
  plan: <IconPill />,
  dose: <IconPill />,
  file: <IconPaperclip />,
  person: <IconUser />,
};

type SearchResultsProps = {
  groups: readonly SearchGroup[];
  onMore: (kind: SearchKind, cursor: string) => Promise<void>;
  onOpenTask: (taskId: string) => void;
};

/** The results of a search, by kind. */
export function SearchResults({ groups, onMore, onOpenTask }: SearchResultsProps) {
  return groups.map((group) => (
    <Section key={group.kind} title={formatTitle(group)} isApart>
      <List gap="xs" aria-label={t("search.kind", { kind: group.kind })}>
        {group.hits.map((hit) => (
          <Hit key={hit.id} kind={group.kind} hit={hit} onOpenTask={onOpenTask} />
        ))}
      </List>
      {group.count > MAX_COUNTED && <Soft>{t("search.newestOnly")}</Soft>}
      {group.cursor !== null && <More group={group} onMore={onMore} />}
    </Section>
  ));
}

/** "Notes (12)"; hits are counted up to a limit. */
const formatTitle = ({ kind, count }: SearchGroup): string =>
  count > MAX_COUNTED
    ? t("search.kindWithMore", { kind, count: MAX_COUNTED })
    : t("search.kindWithCount", { kind, count });

function More({ group, onMore }: { group: SearchGroup; onMore: SearchResultsProps["onMore"] }) {
  const [isLoading, setIsLoading] = useState(false);
  const left = group.count - group.hits.length;
  async function load() {
    setIsLoading(true);
    await onMore(group.kind, group.cursor!).catch(() => {});
    setIsLoading(false);
  }
  return (
    <Button variant="default" mt="sm" loading={isLoading} onClick={() => void load()}>
      <Rich
        text={left > 0 && left <= MORE_HITS ? "search.showCountMore" : "search.showMore"}
        values={{ kind: group.kind, count: left }}
      />
    </Button>
  );
}

type HitProps = { kind: SearchKind; hit: SearchHit; onOpenTask: (taskId: string) => void };

function Hit({ kind, hit, onOpenTask }: HitProps) {
  const now = useNow();
  return (
    <Entry
      icon={ICONS[kind]}
      title={
        <HitLink kind={kind} hit={hit} onOpenTask={onOpenTask}>
          {hit.title.length > 0 ? <Marked parts={hit.title} /> : t("search.untitled")}
        </HitLink>
      }
      text={hit.snippet.length > 0 && <Marked parts={hit.snippet} />}
    >
      <span>{hit.diarySubject || t("shared.unknownSubject")}</span>
      {hit.isArchived && <span>{t("search.archived")}</span>}
      {hit.authorName !== null && kind !== "task" && (
        <span>{hit.authorName.trim() || t("shared.unknown")}</span>
      )}
      <When kind={kind} hit={hit} now={now} />
      {kind === "task" && <span>{t("search.taskState", { state: hit.taskStatus ?? "" })}</span>}
      {hit.repetitions > 1 && <span>{t("search.times", { count: hit.repetitions })}</span>}
      {hit.isSlip && <span>{t("search.similar")}</span>}
    </Entry>
  );
}

/** A time of day, `HH:MM`, as the reader's language writes it: "2:30 PM". */
const clockWords = (time: string) => formatClockTime(Date.parse(`2000-01-01T${time}:00Z`), undefined, "UTC");

function When({ kind, hit, now }: { kind: SearchKind; hit: SearchHit; now: number }) {
  if (kind === "task") return hit.day ? <span>{t("search.due", { day: longDay(hit.day) })}</span> : null;
  if (hit.day)
    return (
      <span>
        {hit.time
          ? t("search.dayAndTime", { day: longDay(hit.day), time: clockWords(hit.time) })
          : longDay(hit.day)}
      </span>
    );
  const words = formatRelativeDays(hit.at, now, 7);
  return (
    <RelativeTime at={hit.at}>{kind === "person" ? t("search.joined", { when: words }) : words}</RelativeTime>
  );
}

/** Links to a hit: a comment on its note, a file on its note, the dialog of a task. */
function HitLink({ kind, hit, onOpenTask, children }: HitProps & { children: ReactNode }) {
  const { diaryShortId: diaryId, taskId, diaryProgramId } = hit;
  if (taskId) {
    const opensDialog = hit.repetitions === 1;
    return (
      <Link
        to="/tasks/repeated/$taskId"
        params={{ taskId }}
        aria-haspopup={opensDialog ? "dialog" : undefined}
        onClick={(event) => {
          // The dialog opens over the results; it has its own address for opening in a new tab.
          if (!opensDialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpenTask(taskId);
        }}
      >
        {children}
      </Link>
    );
  }
  if (diaryProgramId)
    return (
      <Link
        to="/care/$diaryId/programs/$diaryProgramId"
        params={{ diaryId, diaryProgramId }}
        hash={`comment-${hit.id}`}
      >
        {children}
      </Link>
    );
  if (kind === "plan")
    return (
      <Link to="/care/$diaryId/plans" params={{ diaryId }}>
        {children}
      </Link>
    );
  if (kind === "dose")
    return (
      <Link to="/care/$diaryId/doses" params={{ diaryId }}>
        {children}
      </Link>
    );
  const noteId = hit.noteShortId ?? hit.noteId;
  if (noteId)
    return (
      <Link
        to="/care/$diaryId/note/$noteId"
        params={{ diaryId, noteId }}
        hash={kind === "comment" ? `comment-${hit.id}` : kind === "file" ? `file-${hit.id}` : undefined}
      >
        {children}
      </Link>
    );
  return (
    <Link to="/care/$diaryId/members" params={{ diaryId }}>
      {children}
    </Link>
  );
}
