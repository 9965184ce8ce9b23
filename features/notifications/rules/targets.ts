import type { Message } from "../../../lib/words/message.ts";
import { MAX_TARGETS } from "../rules.ts";

/** Whom the body of a webhook is for: a program of one's own, or the interface of apprise. */
export const WEBHOOK_FORMATS = ["standard", "apprise"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export const MAX_ENDPOINT_LENGTH = 2_000;
export const MAX_ADDRESS_LENGTH = 1_000;
export const MAX_ACCESS_TOKEN_LENGTH = 200;

export const TARGET_MESSAGES = {
  full: { key: "notificationrules.targetFull", values: { most: MAX_TARGETS } },
  tooOften: { key: "notificationrules.targetTooOften" },
  noPush: { key: "notificationrules.targetNoPush" },
  pushService: { key: "notificationrules.targetPushService" },
  keys: { key: "notificationrules.targetKeys" },
  address: { key: "notificationrules.targetAddress" },
  token: { key: "notificationrules.targetToken" },
  hookExists: { key: "notificationrules.targetHookExists" },
  unreadable: { key: "notificationrules.targetUnreadable" },
  gonePush: { key: "notificationrules.targetGonePush" },
  goneHook: { key: "notificationrules.targetGoneHook" },
  notAccepted: { key: "notificationrules.targetNotAccepted" },
  wrongToken: (status: string) => ({ key: "notificationrules.targetWrongToken", values: { status } }),
  refused: (status: string) => ({ key: "notificationrules.targetRefused", values: { status } }),
  noAnswer: { key: "notificationrules.targetNoAnswer" },
  busy: (status: string) => ({ key: "notificationrules.targetBusy", values: { status } }),
} as const satisfies Record<string, Message | ((...args: never[]) => Message)>;
