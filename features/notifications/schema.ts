import { z } from "zod";
import { isTimeZone } from "../../lib/dates/time-zones.ts";
import { getPage, id, moment, nothing, paginationOptions, proof } from "../../lib/schemas.ts";
import { toIssue } from "../../lib/words/message.ts";
import { CLOCK_HOURS } from "./rules/clock.ts";
import { LATER_MINUTES } from "./rules/later.ts";
import { NOTIFICATION_MESSAGES } from "./rules/messages.ts";
import { SECURITY_ACTS } from "./rules/security.ts";
import { SETTLED_HOW } from "./rules/settled.ts";
import {
  MAX_ACCESS_TOKEN_LENGTH,
  MAX_ADDRESS_LENGTH,
  MAX_ENDPOINT_LENGTH,
  TARGET_MESSAGES,
  WEBHOOK_FORMATS,
} from "./rules/targets.ts";
import {
  CHANNELS,
  DETAILS,
  KINDS,
  LAST_MINUTE,
  MAX_LISTED_UNSEEN,
  MODES,
  SENT_CHANNELS,
  SENT_KINDS,
  TARGET_LABEL_LENGTH,
} from "./rules.ts";

const kind = z.enum(KINDS);
const channel = z.enum(CHANNELS);
const mode = z.enum(MODES);
const detail = z.enum(DETAILS);
const clockHours = z.literal(CLOCK_HOURS);
/** Minutes after midnight. */
const minuteOfDay = z.number().int().min(0).max(LAST_MINUTE);

/** What a notification is about and where it is, as far as its reader may see it. */
const subject = z.strictObject({
  type: z.enum(["task", "dose", "appointment", "note", "comment", "member"]),
  id,
  /** The title of the task, appointment or note, the name of the medicine, or "". */
  title: z.string(),
  /** The note that it is or belongs to, when the reader sees it. */
  noteId: id.nullable(),
  noteShortId: z.string().nullable(),
  /** The task that a comment is on. */
  taskId: id.nullable(),
  /** The program that a comment is on. */
  diaryProgramId: id.nullable(),
  /** Which planned dose of its plan. */
  slot: z.string().nullable(),
});

/** The member who has taken an escalation on, and the end of its pause. */
const taken = z.strictObject({ byId: id, by: z.string().nullable(), until: moment });

/** The state of a run, as rows of tasks and doses show it. */
export const runState = {
  /** When it was due. */
  occurrence: moment,
  /** The assignee, who was reminded when the task was due; null without one. */
  assignee: z.strictObject({ userId: id, name: z.string() }).nullable(),
  /** Members notified by later steps, in order; empty while only the first recipients were. */
  told: z.array(z.strictObject({ userId: id, name: z.string(), at: moment })),
  taken: taken.nullable(),
};

export const notification = z.strictObject({
  _id: id,
  kind,
  diaryId: id.nullable(),
  diaryShortId: z.string().nullable(),
  diaryName: z.string().nullable(),
  /** The person whom the notebook is about. */
  diarySubject: z.string().nullable(),
  /** The clock of the notebook. */
  timeZone: z.string().nullable(),
  /** Null for a subject that the reader can't see any more, and for kinds without a single one. */
  subject: subject.nullable(),
  actorName: z.string().nullable(),
  /** For messages about a reminder that nobody answered. */
  escalation: z
    .strictObject({
      runId: id,
      /** The reminder again, to the next member, to all leaders, a member took it on, or it ended without an answer. */
      step: z.enum(["again", "next", "leaders", "taken", "stale"]),
      isOpen: z.boolean(),
      ...runState,
      /** When the devices of those who were reminded first were last connected, as far as they weren't at that moment. */
      contacts: z.array(
        z.strictObject({ name: z.string(), device: z.enum(["phone", "computer"]), at: moment }),
      ),
    })
    .nullable(),
  /** For messages about the security of the account: the act, and for a sign-in the browser. */
  security: z.strictObject({ act: z.enum(SECURITY_ACTS), browser: z.string().nullable() }).nullable(),
  /** When the subject was due; for an event, when it happened. */
  dueAt: moment,
  /** Due while the server was away, so the notification was late. */
  whileAway: z.boolean(),
  seenAt: moment.nullable(),
  /** When it comes back; null unless it is put off. */
  laterUntil: moment.nullable(),
  /** When the subject was settled. */
  doneAt: moment.nullable(),
  /** How it was settled, when that is known; `byName` is null where nobody is recorded. */
  settled: z
    .strictObject({
      how: z.enum(SETTLED_HOW),
      byName: z.string().nullable(),
      /** By the reader. */
      isOwn: z.boolean(),
      at: moment,
    })
    .nullable(),
  /** Notifications with the same key are about one subject. */
  bellKey: z.string(),
  /** Whether it asks or names the reader; all others are news. */
  isAddressed: z.boolean(),
  _creationTime: moment,
});

export const pageNotifications = {
  args: z.object({
    paginationOpts: paginationOptions,
    /** Only those that the bell counts. */
    isWaiting: z.boolean().optional(),
  }),
  returns: getPage(notification),
};

export const countUnseen = {
  args: z.object({}),
  /** The subjects that wait for the caller, at most `MAX_UNSEEN`. */
  returns: z.strictObject({ unseen: z.number() }),
};

export const markSeen = { args: z.object({ notificationId: id }), returns: nothing };

export const later = {
  args: z.object({ notificationId: id, minutes: z.literal(LATER_MINUTES) }),
  /** When it comes back. */
  returns: z.strictObject({ laterUntil: moment }),
};

export const answerMessage = {
  args: z.object({
    messageToken: z.string().max(200),
    answer: z.enum(["done", "later"]),
    /** How long ago the button was pressed, ms: an answer waits on the device while there is no connection. */
    waitedMs: z.number().min(0).optional(),
  }),
  /** `over`: the subject was settled already. With the end of the snooze. */
  returns: z.strictObject({ outcome: z.enum(["done", "later", "over"]), laterUntil: moment.nullable() }),
};

export const listUnseen = {
  args: z.object({
    subjectType: z.enum(["task", "dose", "note", "program"]),
    /** A task with all its notifications; without one, reminders of all tasks. */
    taskId: id.optional(),
    /** The note or program of that type, with all its notifications. */
    subjectId: id.optional(),
    /** One notebook, else all. */
    diaryId: id.optional(),
  }),
  /** The newest, at most `MAX_LISTED_UNSEEN`. */
  returns: z.array(
    z.strictObject({
      notificationId: id,
      /** The task, the plan of the dose, or the subject of the comment. */
      subjectId: id,
      slot: z.string().nullable(),
    }),
  ),
};

export const markManySeen = {
  args: z.object({ notificationIds: z.array(id).max(MAX_LISTED_UNSEEN) }),
  returns: nothing,
};

export const markAllSeen = {
  /** Up to when they were made: the newest that was shown. */
  args: z.object({ upTo: z.number().int().min(0).max(8_640_000_000_000_000) }),
  returns: nothing,
};

/** From one minute of the day to another; over midnight where the end is before the beginning. */
const quietHours = z
  .strictObject({ fromMinute: minuteOfDay, toMinute: minuteOfDay })
  .refine(({ fromMinute, toMinute }) => fromMinute !== toMinute, toIssue(NOTIFICATION_MESSAGES.quietHours));

const daysOfWeek = z
  .array(
    z
      .number()
      .int()
      .min(1, toIssue(NOTIFICATION_MESSAGES.digestDays))
      .max(7, toIssue(NOTIFICATION_MESSAGES.digestDays)),
  )
  .max(7, toIssue(NOTIFICATION_MESSAGES.digestDays))
  .transform((days) => [...new Set(days)].sort((a, b) => a - b));

export const getSettings = {
  args: z.object({}),
  returns: z.strictObject({
    /** Null until a device has sent it. */
    timeZone: z.string().nullable(),
    /** The clock format of messages; null until a device has sent it. */
    clockHours: clockHours.nullable(),
    quietHours: z.strictObject({ fromMinute: z.number(), toMinute: z.number() }).nullable(),
    digestMinute: z.number(),
    /** Days of the week, 1 is Monday. */
    digestDays: z.array(z.number()),
    /** Whether the digest names notebooks and titles; else it only counts. */
    digestTitles: z.boolean(),
    nextDigestAt: moment.nullable(),
    lockScreen: detail,
    urgentBreaksQuiet: z.boolean(),
    /** Whether mails can reach the person: an address that is confirmed. */
    hasMailAddress: z.boolean(),
  }),
};

/** Changes only the given fields. */
export const setSettings = {
  args: z.object({
    timeZone: z.string().max(64).refine(isTimeZone, toIssue(NOTIFICATION_MESSAGES.timeZone)).optional(),
    /** How times in messages are written: "2:12 PM" or "14:12". */
    clockHours: clockHours.optional(),
    quietHours: quietHours.nullable().optional(),
    digestMinute: minuteOfDay.optional(),
    /** Days of the week, 1 is Monday; without any there is no digest. */
    digestDays: daysOfWeek.optional(),
    digestTitles: z.boolean().optional(),
    lockScreen: detail.optional(),
    urgentBreaksQuiet: z.boolean().optional(),
  }),
  returns: nothing,
};

export const listRules = {
  args: z.object({}),
  /** Only what differs from the defaults. */
  returns: z.array(z.strictObject({ diaryId: id.nullable(), kind, channel, mode })),
};

export const setRule = {
  args: z.object({
    /** Absent for all notebooks that have no choice of their own. */
    diaryId: id.optional(),
    kind: z.enum(SENT_KINDS),
    channel: z.enum(SENT_CHANNELS),
    /** Null for the inherited choice. */
    mode: mode.nullable(),
  }),
  returns: nothing,
};

export const listTargets = {
  args: z.object({}),
  returns: z.array(
    z.strictObject({
      _id: id,
      channel,
      /** Of a browser: SHA-256 of its endpoint in hex, by which it finds itself in the list. Null for others. */
      endpointHash: z.string().nullable(),
      label: z.string(),
      /** Null for the choice of all devices. */
      detail: detail.nullable(),
      lastOk: moment.nullable(),
      failures: z.number(),
      disabledAt: moment.nullable(),
      _creationTime: moment,
    }),
  ),
};

const label = z
  .string()
  .trim()
  .min(1, toIssue(NOTIFICATION_MESSAGES.label))
  .max(TARGET_LABEL_LENGTH, toIssue(NOTIFICATION_MESSAGES.labelLong));

export const changeTarget = {
  args: z.object({
    deviceId: id,
    label: label.optional(),
    detail: detail.nullable().optional(),
  }),
  returns: nothing,
};

export const removeTarget = { args: z.object({ deviceId: id }), returns: nothing };

export const getPushKey = {
  args: z.object({}),
  /** The `applicationServerKey` of subscriptions, base64url; null when this server can't send to browsers. */
  returns: z.strictObject({ publicKey: z.string().nullable() }),
};

/** What `PushSubscription.toJSON()` has. */
const endpoint = z.string().min(1).max(MAX_ENDPOINT_LENGTH);
const subscriptionKeys = z.object({
  p256dh: z.string().regex(/^[\w-]{87}=?$/, toIssue(TARGET_MESSAGES.keys)),
  auth: z.string().regex(/^[\w-]{22}={0,2}$/, toIssue(TARGET_MESSAGES.keys)),
});

export const addPushDevice = {
  args: z.object({
    endpoint,
    keys: subscriptionKeys,
    label,
    /** The subscription that this one takes the place of, when the browser has replaced it. */
    formerEndpoint: endpoint.optional(),
  }),
  returns: z.strictObject({ deviceId: id }),
};

const address = z.string().trim().min(1, toIssue(TARGET_MESSAGES.address)).max(MAX_ADDRESS_LENGTH);

/** A server of ntfy, and the topic to subscribe there. */
const ntfyTopic = z.strictObject({ server: z.string(), topic: z.string() });

export const addNtfy = {
  args: z.object({
    server: address,
    accessToken: z
      .string()
      .trim()
      .max(MAX_ACCESS_TOKEN_LENGTH)
      .regex(/^\w+$/, toIssue(TARGET_MESSAGES.token))
      .optional(),
    label,
    proof,
  }),
  returns: ntfyTopic.extend({ deviceId: id }),
};

export const getNtfyTopic = { args: z.object({ deviceId: id, proof }), returns: ntfyTopic };

export const addWebhook = {
  args: z.object({ hookUrl: address, bodyFormat: z.enum(WEBHOOK_FORMATS), label, proof }),
  /** The secret of the signature, which is shown only now. */
  returns: z.strictObject({ deviceId: id, secret: z.string() }),
};

export const sendTest = { args: z.object({ deviceId: id }), returns: nothing };

export const getReminderTime = {
  args: z.object({ diaryId: id }),
  returns: z.strictObject({ minute: z.number() }),
};

export const setReminderTime = {
  args: z.object({ diaryId: id, minute: minuteOfDay }),
  returns: nothing,
};
