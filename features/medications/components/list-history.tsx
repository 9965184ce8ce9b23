import { Link } from "@tanstack/react-router";
import { usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../lib/api.ts";
import { formatShortDate } from "../../../lib/dates/time.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { VisibilityMark } from "../../notes/client/public.ts";
import { formatNewerList } from "../../notes/rules/list-words.ts";
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
    <Section title={t("medications.history")} isApart className="no-print">
      {status === "LoadingFirstPage" && <Loading label={t("medications.historyLoading")} rows={3} />}
      <List as="ol" gap="none" isRuled aria-label={t("medications.lists")}>
        {results.map((each, index) => (
          <li key={each._id} className={styles.list}>
            <h3 className={styles.title}>
              <Rich
                text="medications.listOf"
                values={{
                  link: (words) => (
                    <Link
                      to="/care/$diaryId/note/$noteId"
                      params={{ diaryId: shownDiaryId, noteId: getShownId(each) }}
                      className={styles.link}
                    >
                      {words}
                    </Link>
                  ),
                  day: shortDay(each.noteDay),
                  author: describeAuthor(each),
                }}
              />
            </h3>
            <p className={styles.facts}>
              <span>{formatReplaced(results, index, isNewestValid)}</span>
              <VisibilityMark visibility={each.visibility} />
            </p>
            <Differences list={each} isFirst={status === "Exhausted" && index === results.length - 1} />
            {each.reason && <p className={styles.text}>{t("medications.reason", { reason: each.reason })}</p>}
            {each.edited && (
              <p className={styles.text}>
                {t("medications.edited", {
                  name: each.edited.name || t("shared.unknown"),
                  day: formatShortDate(each.edited.at),
                })}
              </p>
            )}
          </li>
        ))}
      </List>
      <MoreButton list={list} count={LISTS_A_PAGE}>
        {t("medications.moreLists")}
      </MoreButton>
    </Section>
  );
}

/** "Valid now", or the list's replacement: the next list that the reader sees. */
function formatReplaced(lists: readonly ListInHistory[], index: number, isNewestValid: boolean): string {
  const newer = lists[index - 1];
  if (newer) return formatNewerList({ isShared: true, ...newer });
  return t(isNewestValid ? "medications.valid" : "medications.newest");
}

function Differences({ list, isFirst }: { list: ListInHistory; isFirst: boolean }) {
  const { differences, count, isLost } = list;
  if (!differences) {
    if (isLost || !isFirst) return <p className={styles.text}>{t("medications.unreadable")}</p>;
    return <p className={styles.text}>{t("medications.first", { count })}</p>;
  }
  if (differences.shown.length === 0) return <p className={styles.text}>{t("medications.nothingChanged")}</p>;
  return (
    <ul className={styles.changes}>
      {differences.shown.map((difference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: something may be listed twice; nothing moves
        <li key={index}>{formatDifference(difference)}</li>
      ))}
      {differences.more > 0 && <li>{t("medications.more", { count: differences.more })}</li>}
    </ul>
  );
}
