import { z } from "zod";
import { defineText } from "./values.ts";

/** The retention of each kind of data in days; null for ever. */
export type RetentionConfig = {
  /** Audit events; new administrators are never deleted. */
  auditDays: number | null;
  /** Notifications with their deliveries, runs of escalations, and days of digests. */
  notificationDays: number;
  /** Notifications that were seen or settled, counted from when they were made. */
  readNotificationDays: number;
  /** Mails that were sent or given up; their texts are deleted at once, or three days after they were given up. */
  mailDays: number;
  /** Outcomes of mutations, from which a client that sends one again gets the same answer. */
  outcomeDays: number;
  /** Jobs that were given up. */
  jobDays: number;
  /** Messages to webhooks of members, sent or not. */
  webhookDays: number;
  /** For how many days a file stays stored after the last row that mentions it is gone. */
  removedFileDays: number;
};

const NOTIFICATION_DAYS = 90;

export const DEFAULT_RETENTION: RetentionConfig = {
  auditDays: null,
  notificationDays: NOTIFICATION_DAYS,
  readNotificationDays: NOTIFICATION_DAYS,
  mailDays: 30,
  outcomeDays: 3,
  jobDays: 30,
  webhookDays: 14,
  removedFileDays: 0,
};

/**
 * The fewest days of each setting, where the product needs them: the audit log shows changes to an account weeks later;
 * a digest holds two weeks, devices show a notification for two days, and its row prevents a second notification;
 * browsers that were offline send their writes again within three days, and a message to a webhook is tried for so
 * long.
 */
const LIMITS = {
  RETAIN_AUDIT: [90, 36_500],
  RETAIN_NOTIFICATIONS: [14, 3_650],
  RETAIN_READ_NOTIFICATIONS: [3, 3_650],
  RETAIN_MAILS: [1, 3_650],
  RETAIN_OUTCOMES: [3, 365],
  RETAIN_JOBS: [1, 3_650],
  RETAIN_WEBHOOK_MESSAGES: [4, 365],
  RETAIN_REMOVED_FILES: [0, 365],
} as const;

const days = (name: keyof typeof LIMITS) => {
  const [least, most] = LIMITS[name];
  const what = `a whole number of days from ${least} to ${most}`;
  return defineText(what)
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().min(least, `must be ${what}`).max(most, `must be ${what}`))
    .optional();
};

export const retentionSettings = {
  RETAIN_AUDIT: days("RETAIN_AUDIT"),
  RETAIN_NOTIFICATIONS: days("RETAIN_NOTIFICATIONS"),
  RETAIN_READ_NOTIFICATIONS: days("RETAIN_READ_NOTIFICATIONS"),
  RETAIN_MAILS: days("RETAIN_MAILS"),
  RETAIN_OUTCOMES: days("RETAIN_OUTCOMES"),
  RETAIN_JOBS: days("RETAIN_JOBS"),
  RETAIN_WEBHOOK_MESSAGES: days("RETAIN_WEBHOOK_MESSAGES"),
  RETAIN_REMOVED_FILES: days("RETAIN_REMOVED_FILES"),
};

type Values = { [Name in keyof typeof retentionSettings]?: z.output<(typeof retentionSettings)[Name]> };

export function readRetention(values: Values): RetentionConfig {
  const notificationDays = values.RETAIN_NOTIFICATIONS ?? DEFAULT_RETENTION.notificationDays;
  return {
    auditDays: values.RETAIN_AUDIT ?? DEFAULT_RETENTION.auditDays,
    notificationDays,
    // Never longer than all of them.
    readNotificationDays: Math.min(values.RETAIN_READ_NOTIFICATIONS ?? notificationDays, notificationDays),
    mailDays: values.RETAIN_MAILS ?? DEFAULT_RETENTION.mailDays,
    outcomeDays: values.RETAIN_OUTCOMES ?? DEFAULT_RETENTION.outcomeDays,
    jobDays: values.RETAIN_JOBS ?? DEFAULT_RETENTION.jobDays,
    webhookDays: values.RETAIN_WEBHOOK_MESSAGES ?? DEFAULT_RETENTION.webhookDays,
    removedFileDays: values.RETAIN_REMOVED_FILES ?? DEFAULT_RETENTION.removedFileDays,
  };
}

const inDays = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** The retention of each kind of data, in words for the operator, one sentence each. */
export const describeRetention = (kept: RetentionConfig): string[] => [
  kept.auditDays === null
    ? "audit events: for ever (RETAIN_AUDIT)"
    : `audit events: ${inDays(kept.auditDays)} (RETAIN_AUDIT)`,
  `notifications: ${inDays(kept.notificationDays)} (RETAIN_NOTIFICATIONS)`,
  `seen or settled notifications: ${inDays(kept.readNotificationDays)} (RETAIN_READ_NOTIFICATIONS)`,
  `sent mails, without their texts: ${inDays(kept.mailDays)} (RETAIN_MAILS)`,
  `outcomes of writes: ${inDays(kept.outcomeDays)} (RETAIN_OUTCOMES)`,
  `failed jobs: ${inDays(kept.jobDays)} (RETAIN_JOBS)`,
  `messages to webhooks of members: ${inDays(kept.webhookDays)} (RETAIN_WEBHOOK_MESSAGES)`,
  `files after their deletion: ${inDays(kept.removedFileDays)} (RETAIN_REMOVED_FILES)`,
];
