/** The queues of the server, in the order of display. */
export const QUEUES = [
  "reminders",
  "doses",
  "events",
  "escalation",
  "notifications-push",
  "notifications-ntfy",
  "notifications-webhook",
  "notifications-mail",
  "digests",
  "replacements",
  "webhooks",
  "mail",
  "jobs",
  "exports",
  "file-removals",
] as const;
export type QueueName = (typeof QUEUES)[number];

/** Queues whose failed items can be retried: they were never delivered, so nobody gets one twice. */
export const RETRIED_QUEUES = [
  "notifications-push",
  "notifications-ntfy",
  "notifications-webhook",
  "webhooks",
  "mail",
  "file-removals",
] as const satisfies readonly QueueName[];
export type RetriedQueue = (typeof RETRIED_QUEUES)[number];

/** Nothing is counted further than this. */
export const COUNTED_TO = 10_000;
