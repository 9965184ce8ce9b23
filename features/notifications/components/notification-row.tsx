import {
  IconAlertTriangle,
  IconAt,
  IconCalendarEvent,
  IconChecklist,
  IconHandFinger,
  IconListDetails,
  IconMessage,
  IconNotes,
  IconPill,
  IconShieldLock,
  IconUserPlus,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Notification } from "../../../lib/api.ts";
import { formatClockTime, formatExactTime } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { Entry } from "../../../ui/entry.tsx";
import {
  formatPlace,
  formatRowTitle,
  formatSettled,
  formatTime,
  formatTitle,
  getSubjectTime,
} from "../client/notification-words.ts";
import { formatSecurityHint } from "../client/security-words.ts";
import { maySnooze } from "../rules/later.ts";
import type { Kind } from "../rules.ts";
import { EscalationText } from "./escalation-text.tsx";
import styles from "./later-menu.module.css";
import { LaterMenu } from "./later-menu.tsx";
import { NotificationWay } from "./notification-way.tsx";

const ICONS: Record<Kind, ReactNode> = {
  "task-due": <IconChecklist />,
  "dose-due": <IconPill />,
  "dose-missed": <IconPill />,
  appointment: <IconCalendarEvent />,
  assigned: <IconHandFinger />,
  mentioned: <IconAt />,
  comment: <IconMessage />,
  note: <IconNotes />,
  "member-joined": <IconUserPlus />,
  escalation: <IconAlertTriangle />,
  digest: <IconListDetails />,
  security: <IconShieldLock />,
};

type NotificationRowProps = {
  /** The newest about its subject. */
  notification: Notification;
  /** How many there are about it. */
  count: number;
  /** Epoch ms. */
  now: number;
  /** Called when its subject is opened. */
  onOpen: () => void;
  /** Renders the button that takes an escalation on; `what` names the subject. */
  takeOn: (runId: string, what: string) => ReactNode;
};

/** The newest notification about a subject, and how it was settled; the whole row opens the subject. */
export function NotificationRow({ notification, count, now, onOpen, takeOn }: NotificationRowProps) {
  const { kind, subject, seenAt, laterUntil, doneAt, whileAway, escalation, security } = notification;
  const isAsking =
    subject !== null && maySnooze({ kind, step: escalation?.step ?? null, isDone: doneAt !== null });
  const isTaken = !!escalation?.taken && escalation.taken.until > now;
  const runToTake =
    doneAt === null && escalation?.isOpen && escalation.step !== "taken" && !isTaken ? escalation : null;
  const place = formatPlace(notification);
  const at = getSubjectTime(notification);
  const title = formatRowTitle(notification);
  const state = formatSettled(notification, now);
  const ofEvents = kind === "mentioned" || kind === "comment";
  return (
    <Entry
      icon={ICONS[kind]}
      title={
        <NotificationWay notification={notification} onOpen={onOpen}>
          {title}
        </NotificationWay>
      }
      marks={seenAt === null && doneAt === null ? [t("inbox.new")] : []}
      text={
        escalation && doneAt === null ? (
          <EscalationText notification={notification} escalation={escalation} now={now} />
        ) : security ? (
          formatSecurityHint(security)
        ) : whileAway ? (
          t("inbox.whileAway")
        ) : undefined
      }
      actions={
        (runToTake || isAsking) && (
          <div className={styles.answers}>
            {runToTake && takeOn(runToTake.runId, formatTitle(notification))}
            {isAsking && <LaterMenu notification={notification} />}
          </div>
        )
      }
    >
      <time dateTime={new Date(at).toISOString()} title={formatExactTime(at)}>
        {formatTime(notification, now)}
      </time>
      {place && <span>{place}</span>}
      {count > 1 && ofEvents && <span>{t("inbox.messages", { count })}</span>}
      {laterUntil !== null && <span>{t("inbox.againAt", { time: formatClockTime(laterUntil) })}</span>}
      {state && <span>{state}</span>}
    </Entry>
  );
}
