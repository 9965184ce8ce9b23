import { z } from "zod";
import { id, moment, nothing, proof } from "../../lib/schemas.ts";
import { toIssue } from "../../lib/words/message.ts";
import { WEBHOOK_AREAS, WEBHOOK_MESSAGES } from "./rules.ts";

const area = z.enum(WEBHOOK_AREAS);
const ofWebhook = z.object({ webhookId: id });
const secret = z.string();

const webhook = z.strictObject({
  _id: id,
  name: z.string(),
  /** The server of its address. */
  host: z.string(),
  /** The areas whose events it receives; null for all. */
  areas: z.array(area).nullable(),
  /** The notebooks whose events it receives; null for all. */
  notebooks: z.array(z.strictObject({ diaryId: id, name: z.string() })).nullable(),
  /** Until when the secret before the last rotation signs too; null when there is none. */
  rotatedUntil: moment.nullable(),
  /** To within ten minutes; null before the first success. */
  lastOk: moment.nullable(),
  lastFailedAt: moment.nullable(),
  /** The status of an answer, or the code of an error. */
  lastFailure: z.string().nullable(),
  /** Until when it has had as many messages as there are in an hour; null when it never had. */
  limitedUntil: moment.nullable(),
  /** When the oldest of too many messages were last given up; null when they never were. */
  missedAt: moment.nullable(),
  /** Why nothing is sent; null while it is on. */
  disabledReason: z.enum(["person", "failing", "gone", "backlog"]).nullable(),
  _creationTime: moment,
});

export const listWebhooks = { args: z.object({}), returns: z.array(webhook) };

/** A webhook's name, areas and notebooks. */
const choices = {
  name: z.string().trim().min(1, toIssue(WEBHOOK_MESSAGES.name)).max(100),
  /** Null for everything. */
  areas: z.array(area).min(1, toIssue(WEBHOOK_MESSAGES.areas)).max(WEBHOOK_AREAS.length).nullable(),
  /** Null for all, including later ones. */
  diaryIds: z.array(id).min(1, toIssue(WEBHOOK_MESSAGES.notebooks)).max(500).nullable(),
};
const hookUrl = z.string().trim().max(1_000);

export const createWebhook = {
  args: z.object({
    ...choices,
    hookUrl,
    proof,
  }),
  /** The secret isn't shown again. */
  returns: z.strictObject({ webhookId: id, secret }),
};

export const updateWebhook = { args: ofWebhook.extend(choices), returns: nothing };
export const updateAddress = { args: ofWebhook.extend({ hookUrl, proof }), returns: nothing };

export const rotateSecret = {
  args: ofWebhook.extend({ proof }),
  returns: z.strictObject({ secret }),
};

export const sendTest = { args: ofWebhook, returns: nothing };
export const turnOn = { args: ofWebhook, returns: nothing };
export const turnOff = { args: ofWebhook, returns: nothing };
export const deleteWebhook = { args: ofWebhook, returns: nothing };

const delivery = z.strictObject({
  _id: id,
  /** The type of the event, such as `note.created`. */
  event: z.string(),
  /** When the change was made, and when it was tried last. */
  madeAt: moment,
  triedAt: moment,
  attempts: z.number().int(),
  state: z.enum(["sent", "failed", "waiting"]),
  /** Why the last attempt failed: the status of an answer, or the code of an error. */
  failure: z.string().nullable(),
  /** When a waiting message is retried. */
  nextAttemptAt: moment.nullable(),
});

export const listDeliveries = { args: ofWebhook, returns: z.array(delivery) };
export const sendAgain = { args: z.object({ deliveryId: id }), returns: nothing };
