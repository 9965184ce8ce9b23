import { Link } from "@tanstack/react-router";
import { usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../lib/api.ts";
import { formatShortDate } from "../../../lib/dates/time.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { Section } from "../../../ui/section.tsx";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { VisibilityMark } from "../../notes/client/public.ts";
import { formatNewerList } from "../../notes/rules/medication-words.ts";
import { LISTS_A_PAGE } from "../client/first-page.ts";
import { formatDifference } from "../rules/difference-words.ts";
import styles from "./list-history.module.css";

type ListInHistory = FunctionReturnType<typeof api.notes.pageMedications>["page"][number];

type ListHistoryProps = {
  diaryId: string;
  /** The notebook's id in addresses. */
  shownDiaryId: string;
  /** Whether the first of the lists is the valid one, as far as its reader knows. */
  isNewestValid: boolean;
};

/** The history of the list: all lists that the reader sees, newest first, each with its changes, author and time. */
export function ListHistory({ diaryId, shownDiaryId, isNewestValid }: ListHistoryProps) {
  const args = useMemo(() => ({ diaryId }), [diaryId]);
  const list = usePaginatedQuery(api.notes.pageMedications, args, { initialNumItems: LISTS_A_PAGE });
  const { status, results } = list;
  return (
    <Section title="Changes and former lists" isApart className="no-print">
      {status === "LoadingFirstPage" && <Loading label="Loading the former lists..." rows={3} />}
      <List as="ol" gap="none" isRuled aria-label="Lists">
        {results.map((each, index) => (
          <li key={each._id} className={styles.list}>
            <h3 className={styles.title}>
              <Link
                to="/care/$diaryId/note/$noteId"
                params={{ diaryId: shownDiaryId, noteId: getShownId(each) }}
                className={styles.link}
              >
                {`List of ${shortDay(each.noteDay)}`}
              </Link>
              {`, ${describeAuthor(each)}`}
            </h3>
            <p className={styles.facts}>
              <span>{formatReplaced(results, index, isNewestValid)}</span>
              <VisibilityMark visibility={each.visibility} />
            </p>
            <Differences list={each} isFirst={status === "Exhausted" && index === results.length - 1} />
            {each.reason && <p className={styles.text}>{`Reason: ${each.reason}`}</p>}
            {each.edited && (
              <p className={styles.text}>
                {`Edited by ${each.edited.name || "Unknown"} on ${formatShortDate(each.edited.at)}`}
              </p>
            )}
          </li>
        ))}
      </List>
      <MoreButton list={list} count={LISTS_A_PAGE}>
        Show more lists
      </MoreButton>
    </Section>
  );
}

/** "Valid now", or the list's replacement: the next list that the reader sees. */
function formatReplaced(lists: readonly ListInHistory[], index: number, isNewestValid: boolean): string {
  const newer = lists[index - 1];
  if (newer) return formatNewerList({ isShared: true, ...newer });
  return isNewestValid ? "Valid now" : "The newest list that you see";
}

function Differences({ list, isFirst }: { list: ListInHistory; isFirst: boolean }) {
  const { differences, count, isLost } = list;
  if (!differences) {
    const medications = count === 1 ? "1 medication" : `${count} medications`;
    if (isLost || !isFirst) return <p className={styles.text}>What changed can't be read any more.</p>;
    return <p className={styles.text}>{`The first list: ${medications}`}</p>;
  }
  if (differences.shown.length === 0) return <p className={styles.text}>Nothing was changed.</p>;
  return (
    <ul className={styles.changes}>
      {differences.shown.map((difference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: something may be listed twice; nothing moves
        <li key={index}>{formatDifference(difference)}</li>
      ))}
      {differences.more > 0 && <li>{`+ ${differences.more} more`}</li>}
    </ul>
  );
}
