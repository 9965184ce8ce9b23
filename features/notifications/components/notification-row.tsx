import {
  IconAlertTriangle,
  IconAt,
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
import { exactTime } from "../../../lib/time.ts";
import { Entry } from "../../../ui/entry.tsx";
import { notificationPlace, notificationTime, notificationTitle } from "../client/notification-words.ts";
import { securityHint } from "../client/security-words.ts";
import type { Kind } from "../rules.ts";
import { EscalationText } from "./escalation-text.tsx";
import { NotificationWay } from "./notification-way.tsx";

const ICONS: Record<Kind, ReactNode> = {
  "task-due": <IconChecklist />,
  "dose-due": <IconPill />,
  "dose-missed": <IconPill />,
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
  notification: Notification;
  /** Epoch ms. */
  now: number;
  /** Called when its matter is opened. */
  onOpen: (notification: Notification) => void;
};

/** A notification: what it is about, when and where; the whole row opens its matter. */
export function NotificationRow({ notification, now, onOpen }: NotificationRowProps) {
  const { kind, seenAt, doneAt, dueAt, whileAway, escalation, security } = notification;
  const place = notificationPlace(notification);
  return (
    <Entry
      icon={ICONS[kind]}
      title={
        <NotificationWay notification={notification} onOpen={() => onOpen(notification)}>
          {notificationTitle(notification)}
        </NotificationWay>
      }
      marks={seenAt === null && doneAt === null ? ["New"] : []}
      text={
        escalation && doneAt === null ? (
          <EscalationText notification={notification} escalation={escalation} now={now} />
        ) : security ? (
          securityHint(security)
        ) : whileAway ? (
          "The server was away then, so you weren't told in time."
        ) : undefined
      }
    >
      <time dateTime={new Date(dueAt).toISOString()} title={exactTime(dueAt)}>
        {notificationTime(notification, now)}
      </time>
      {place && <span>{place}</span>}
      {doneAt !== null && <span>No longer open</span>}
    </Entry>
  );
}
