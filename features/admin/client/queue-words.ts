import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../lib/api.ts";
import { COUNTED_TO, type QueueName } from "../../../lib/queues.ts";

export type Queue = FunctionReturnType<typeof api.admin.getQueues>["queues"][number];

/** The name of a queue, as the heading of its row. */
export const QUEUE_NAMES: Record<QueueName, string> = {
  reminders: "Reminders of tasks, to be planned",
  doses: "Reminders of doses, to be planned",
  events: "News, to be planned",
  escalation: "Reminders that nobody answered",
  "notifications-push": "Notifications to browsers",
  "notifications-ntfy": "Notifications by ntfy",
  "notifications-webhook": "Notifications to webhooks",
  "notifications-mail": "Notifications by mail, to be written",
  digests: "Daily summaries, to be written",
  replacements: "Notifications on devices, to be replaced",
  webhooks: "Changes told to webhooks of members",
  mail: "Mails, to be sent",
  jobs: "Jobs",
  exports: "Exports",
  "file-removals": "Files to be removed",
};

/** "12", or "10,000 or more" where counting ended. */
export const countWords = (count: number): string =>
  count >= COUNTED_TO ? `${COUNTED_TO.toLocaleString()} or more` : count.toLocaleString();

const STEPS: [seconds: number, unit: string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
];

/** How long something has waited: "less than a minute", "3 min", "2 h", "4 d". */
export function waitWords(seconds: number): string {
  const step = STEPS.find(([length]) => seconds >= length);
  return step ? `${Math.floor(seconds / step[0])} ${step[1]}` : "less than a minute";
}
