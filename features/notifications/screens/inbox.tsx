import { Button } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { useMutation, usePaginatedQuery } from "convex/react";
import { type ReactNode, useState } from "react";
import { api, type Notification } from "../../../lib/api.ts";
import { getViewersZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { formatDayHeading } from "../client/notification-words.ts";
import { NotificationRow } from "../components/notification-row.tsx";

const A_PAGE = 30;

type InboxProps = {
  /** Opens a task by its id, in a dialog. */
  openTask: (taskId: string, onClose: () => void) => ReactNode;
  /** Renders the button that takes an escalation on; `what` names the subject. */
  takeOn: (runId: string, what: string) => ReactNode;
};

/** `/notifications`: what the reader was notified of, by day, newest first. Live. */
export function InboxScreen({ openTask, takeOn }: InboxProps) {
  const list = usePaginatedQuery(api.notifications.pageNotifications, {}, { initialNumItems: A_PAGE });
  const unseen = useLiveQuery(api.notifications.countUnseen, {})?.unseen ?? 0;
  const markSeen = useMutation(api.notifications.markSeen);
  const markAllSeen = useMutation(api.notifications.markAllSeen);
  const now = useMinute();
  const zone = getViewersZone();
  const [taskId, setTaskId] = useState<string | null>(null);
  const { results, status } = list;
  const newest = results[0]?._creationTime;
  const days = [...Map.groupBy(results, ({ _creationTime }) => toDayInZone(_creationTime, zone))];

  function open({ _id, seenAt, subject }: Notification) {
    if (subject?.taskId) setTaskId(subject.taskId);
    // A failed read marker doesn't keep the user from the subject.
    if (seenAt === null) markSeen({ notificationId: _id }).catch(console.warn);
  }

  /** Up to the newest that is shown: what comes meanwhile stays new. */
  async function markAll(upTo: number) {
    try {
      await markAllSeen({ upTo });
    } catch (error) {
      console.error("notifications.markAllSeen failed", error);
      notifyFailure(getErrorMessage(error, "They could not be marked as seen"));
    }
  }

  return (
    <>
      <PageHeader title="Notifications">
        {unseen > 0 && newest !== undefined && (
          <Button variant="default" onClick={() => void markAll(newest)}>
            Mark all as seen
          </Button>
        )}
        <LinkButton
          to="/notifications/settings"
          variant="default"
          leftSection={<IconSettings size={20} aria-hidden="true" />}
        >
          Settings
        </LinkButton>
      </PageHeader>
      {status === "LoadingFirstPage" && <Loading label="Loading notifications..." rows={4} />}
      {status === "Exhausted" && results.length === 0 && (
        <EmptyState title="Nothing yet" text="Reminders of tasks and news for you will stand here.">
          <LinkButton to="/notifications/settings">Choose how you are reminded</LinkButton>
        </EmptyState>
      )}
      {days.map(([day, notifications], index) => (
        <Section key={day} title={formatDayHeading(day, toDayInZone(now, zone))} isApart={index > 0}>
          <List gap="xs">
            {notifications.map((notification) => (
              <NotificationRow
                key={notification._id}
                notification={notification}
                now={now}
                onOpen={open}
                takeOn={takeOn}
              />
            ))}
          </List>
        </Section>
      ))}
      <MoreButton list={list} count={A_PAGE}>
        Show earlier notifications
      </MoreButton>
      {taskId && openTask(taskId, () => setTaskId(null))}
    </>
  );
}
