import type { Message } from "../../../lib/words/message.ts";
import { TARGET_LABEL_LENGTH } from "../rules.ts";

export const NOTIFICATION_MESSAGES = {
  notFound: { key: "notificationrules.notFound" },
  over: { key: "notificationrules.over" },
  noLater: { key: "notificationrules.noLater" },
  noAnswer: { key: "notificationrules.noAnswer" },
  noTarget: { key: "notificationrules.noTarget" },
  timeZone: { key: "notificationrules.timeZone" },
  digestDays: { key: "notificationrules.digestDays" },
  quietHours: { key: "notificationrules.quietHours" },
  label: { key: "notificationrules.label" },
  labelLong: { key: "notificationrules.labelLong", values: { most: TARGET_LABEL_LENGTH } },
  fixed: { key: "notificationrules.fixed" },
  mode: { key: "notificationrules.mode" },
  noNotebook: { key: "notificationrules.noNotebook" },
} as const satisfies Record<string, Message>;
