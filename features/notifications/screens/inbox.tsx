import { Button } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMutation, usePaginatedQuery } from "convex/react";
import { type ReactNode, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { getViewersZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { LinkLine } from "../../../ui/link-line.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { type InboxRow, toInboxRows } from "../client/inbox-rows.ts";
import { formatDayHeading } from "../client/notification-words.ts";
import { NewsRow } from "../components/news-row.tsx";
import { NotificationRow } from "../components/notification-row.tsx";

const A_PAGE = 30;

type InboxProps = {
  /** Opens a task by its id, in a dialog. */
  openTask: (taskId: string, onClose: () => void) => ReactNode;
  /** Renders the button that takes an escalation on; `what` names the subject. */
  takeOn: (runId: string, what: string) => ReactNode;
};

/**
 * `/notifications`: a row for each subject that the reader was notified of. First what waits for them, then news, then
 * what is settled, by day. Live.
 */
export function InboxScreen({ openTask, takeOn }: InboxProps) {
  const list = usePaginatedQuery(api.notifications.pageNotifications, {}, { initialNumItems: A_PAGE });
  const waiting = usePaginatedQuery(
    api.notifications.pageNotifications,
    { isWaiting: true },
    { initialNumItems: A_PAGE },
  );
  const markSeen = useMutation(api.notifications.markSeen);
  const markAllSeen = useMutation(api.notifications.markAllSeen);
  const now = useMinute();
  const zone = getViewersZone();
  const [taskId, setTaskId] = useState<string | null>(null);
  // A row stays where it is when it is settled before the reader's eyes.
  const kept = useRef(new Set<string>());
  const isLoading = list.status === "LoadingFirstPage" || waiting.status === "LoadingFirstPage";
  const { forMe, settled, news } = toInboxRows([...waiting.results, ...list.results], kept.current);
  for (const { key } of forMe) kept.current.add(key);
  const newest = [waiting, list].flatMap(({ results }) => results[0]?._creationTime ?? []);
  const days = [...Map.groupBy(settled, (row) => toDayInZone(row.newest._creationTime, zone))];

  function open({ newest, all }: InboxRow) {
    if (newest.subject?.taskId) setTaskId(newest.subject.taskId);
    // The newest also marks the earlier ones about its subject. A failure doesn't keep the user from it.
    const unseen = all.find(({ seenAt }) => seenAt === null);
    if (unseen) markSeen({ notificationId: unseen._id }).catch(console.warn);
  }

  /** Up to the newest that is shown: what comes meanwhile stays new. */
  async function markAll(upTo: number) {
    try {
      await markAllSeen({ upTo });
    } catch (error) {
      console.error("notifications.markAllSeen failed", error);
      notifyFailure(getErrorMessage(error, t("inbox.notMarked")));
    }
  }

  const renderRows = (rows: readonly InboxRow[]) => (
    <List gap="xs">
      {rows.map((row) => (
        <NotificationRow
          key={row.key}
          notification={row.newest}
          count={row.all.length}
          now={now}
          onOpen={() => open(row)}
          takeOn={takeOn}
        />
      ))}
    </List>
  );
  const isEmpty = list.status === "Exhausted" && forMe.length + settled.length + news.length === 0;
  return (
    <>
      <PageHeader title={t("inbox.title")}>
        {forMe.some(({ waiting }) => waiting.length > 0) && (
          <Button variant="default" onClick={() => void markAll(Math.max(...newest))}>
            {t("inbox.markAll")}
          </Button>
        )}
        <LinkButton
          to="/notifications/settings"
          variant="default"
          leftSection={<IconSettings size={20} aria-hidden="true" />}
        >
          {t("inbox.settings")}
        </LinkButton>
      </PageHeader>
      {isLoading ? (
        <Loading label={t("inbox.loading")} rows={4} />
      ) : isEmpty ? (
        <EmptyState title={t("inbox.nothingYet")} text={t("inbox.nothingYetText")}>
          <LinkButton to="/notifications/settings">{t("inbox.chooseHow")}</LinkButton>
        </EmptyState>
      ) : (
        <>
          <Section title={t("inbox.forYou")}>
            {forMe.length > 0 ? renderRows(forMe) : <Soft>{t("inbox.nothingWaits")}</Soft>}
            <MoreButton list={waiting} count={A_PAGE}>
              {t("inbox.moreForYou")}
            </MoreButton>
          </Section>
          <Section title={t("inbox.news")} isApart>
            {news.length > 0 && (
              <List isRuled gap="none">
                {news.map((row) => (
                  <NewsRow key={row.key} row={row} now={now} onOpen={() => open(row)} />
                ))}
              </List>
            )}
            <LinkLine>
              <Link to="/updates">{t("inbox.allNew")}</Link>
            </LinkLine>
          </Section>
          {days.map(([day, rows]) => (
            <Section key={day} title={formatDayHeading(day, toDayInZone(now, zone))} isApart>
              {renderRows(rows)}
            </Section>
          ))}
        </>
      )}
      <MoreButton list={list} count={A_PAGE}>
        {t("inbox.earlier")}
      </MoreButton>
      {taskId && openTask(taskId, () => setTaskId(null))}
    </>
  );
}
