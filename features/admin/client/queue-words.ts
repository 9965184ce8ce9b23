import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../lib/api.ts";
import { COUNTED_TO, type QueueName } from "../../../lib/queues.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";

export type Queue = FunctionReturnType<typeof api.admin.getQueues>["queues"][number];

/** The name of a queue, as the heading of its row. */
export const QUEUE_NAMES: Record<QueueName, Key> = {
  reminders: "adminqueues.reminders",
  doses: "adminqueues.doses",
  events: "adminqueues.events",
  escalation: "adminqueues.escalation",
  "notifications-push": "adminqueues.push",
  "notifications-ntfy": "adminqueues.ntfy",
  "notifications-webhook": "adminqueues.toWebhooks",
  "notifications-mail": "adminqueues.byMail",
  digests: "adminqueues.digests",
  replacements: "adminqueues.replacements",
  webhooks: "adminqueues.webhooks",
  mail: "adminqueues.mail",
  jobs: "adminqueues.jobs",
  exports: "adminqueues.exports",
  "file-removals": "adminqueues.fileRemovals",
};

/** A count for a text: "or more" where counting ended. */
export const readCount = (count: number) => ({
  isMore: String(count >= COUNTED_TO),
  count: Math.min(count, COUNTED_TO),
});

/** "12", or "10,000 or more" where counting ended. */
export const countWords = (count: number): string => t("adminqueues.count", readCount(count));

const STEPS: [seconds: number, unit: string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
];

/** How long something has waited: "less than a minute", "3 min", "2 h", "4 d". */
export function waitWords(seconds: number): string {
  const step = STEPS.find(([length]) => seconds >= length);
  const [length, unit] = step ?? [60, "less"];
  return t("adminqueues.wait", { unit, count: Math.floor(seconds / length) });
}
