import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { person } from "../../../server/access/gate.ts";
import { provenBy, sendOpeningMail } from "../../../server/auth/opening_mail.ts";
import { checkProof } from "../../../server/auth/proof.ts";
import { action, mutation, query } from "../../../server/functions/define.ts";
import type { Outgoing } from "../../../server/outgoing/outgoing.ts";
import { checkTypedAddress } from "../../../server/outgoing/permitted_address.ts";
import { createWebhookSecret } from "../../../server/outgoing/webhook.ts";
import { describeFailure } from "../rules/failures.ts";
import { WEBHOOK_AREAS, WEBHOOK_MESSAGES } from "../rules.ts";
import * as schema from "../schema.ts";
import { checkAccount, checkOwnDelivery, checkOwnWebhook } from "./access.ts";
import * as data from "./data.ts";
import { openWebhook, sealWebhook, sendEvent } from "./send.ts";

const ofWebhook = { args: z.object({ webhookId: z.string() }), access: checkOwnWebhook() };

const toAuditEvent = (what: string, webhookId: string) => ({
  eventType: `webhook.${what}`,
  targetType: "webhook",
  targetId: webhookId,
});

/** The caller's webhooks, newest first, with how they work. Never their addresses or secrets. */
export const listWebhooks = query({
  ...schema.listWebhooks,
  access: person(),
  handler: ({ db, access }) => data.listWebhooks(db, access),
});

/** The step that counts requests to addresses that the caller names. */
const countTry = mutation({
  args: z.object({}),
  returns: z.null(),
  access: person(),
  handler: async ({ db, access }) => {
    await data.countTry(db, access);
    return null;
  },
});

/** The step of `createWebhook` that stores the sealed values. */
const storeWebhook = mutation({
  args: z.object({
    name: z.string(),
    host: z.string(),
    sealed: z.string(),
    areas: z.array(z.enum(WEBHOOK_AREAS)).nullable(),
    diaryIds: z.array(z.string()).nullable(),
    by: provenBy,
  }),
  returns: z.string(),
  access: person(),
  handler: async ({ db, access, audit, baseUrl }, { by, ...webhook }) => {
    const webhookId = await data.createWebhook(db, access.userId, webhook);
    await sendOpeningMail({ db, baseUrl }, access.userId, "webhook", by);
    await audit(toAuditEvent("made", webhookId));
    return webhookId;
  },
});

/**
 * Makes a webhook for changes that the caller sees; returns the secret of the signatures, which isn't shown again.
 * Needs a re-authentication. An action, because the outcome of a mutation is stored.
 */
export const createWebhook = action({
  ...schema.createWebhook,
  access: checkAccount(),
  handler: async ({ run, outgoing, access, now }, { name, hookUrl, areas, diaryIds, proof }) => {
    const by = checkProof(outgoing, proof, access.prover, "webhook", now);
    await run(countTry, {});
    const url = await checkTypedAddress(outgoing.rules, hookUrl, "hookUrl");
    const secret = createWebhookSecret();
    const sealed = sealWebhook(outgoing, { url: url.href, secret });
    const webhookId = await run(storeWebhook, { name, host: url.host, sealed, areas, diaryIds, by });
    return { webhookId, secret };
  },
});

/** The step that reads the sealed address of a webhook. */
const readSealed = mutation({
  ...ofWebhook,
  returns: z.object({ sealed: z.string(), rotatedUntil: z.number().nullable() }),
  handler: ({ db, access }) => data.readSealedWebhook(db, access),
});

const openTarget = (outgoing: Outgoing, sealed: string) => {
  const target = openWebhook(outgoing, Buffer.from(sealed, "base64"));
  if (!target) throw new CareError("conflict", WEBHOOK_MESSAGES.unreadable);
  return target;
};

/** The new sealed value of a step, with the former one that was read. */
const resealed = { former: z.string(), sealed: z.string() };

/** Changes a webhook's name, areas and notebooks. Waiting messages outside the new choice aren't sent. */
export const updateWebhook = mutation({
  ...schema.updateWebhook,
  access: checkOwnWebhook(),
  handler: async ({ db, access, audit }, { name, areas, diaryIds }) => {
    await data.updateWebhook(db, access, { name, areas, diaryIds });
    await audit(toAuditEvent("changed", access.webhookId));
    return null;
  },
});

/** The step of `updateAddress` that stores the sealed values. */
const storeAddress = mutation({
  ...ofWebhook,
  args: ofWebhook.args.extend({ ...resealed, host: z.string() }),
  returns: z.null(),
  handler: async ({ db, access, audit }, { former, sealed, host }) => {
    await data.storeAddress(db, access, { former, sealed }, host);
    await audit(toAuditEvent("addressChanged", access.webhookId));
    return null;
  },
});

/**
 * Gives a webhook another address, which also gets the waiting messages. Its secrets stay, so this reveals none. Needs
 * a re-authentication: otherwise a stolen session could redirect messages.
 */
export const updateAddress = action({
  ...schema.updateAddress,
  access: checkOwnWebhook(),
  handler: async ({ run, outgoing, access, now }, { webhookId, hookUrl, proof }) => {
    checkProof(outgoing, proof, access.prover, "address", now);
    await run(countTry, {});
    const url = await checkTypedAddress(outgoing.rules, hookUrl, "hookUrl");
    const { sealed: former } = await run(readSealed, { webhookId });
    const sealed = sealWebhook(outgoing, { ...openTarget(outgoing, former), url: url.href });
    return run(storeAddress, { webhookId, host: url.host, former, sealed });
  },
});

/** The step of `rotateSecret` that stores the sealed values. */
const storeRotation = mutation({
  ...ofWebhook,
  args: ofWebhook.args.extend(resealed),
  returns: z.null(),
  handler: async ({ db, access, audit, now }, { former, sealed }) => {
    await data.storeRotation(db, access, { former, sealed }, now);
    await audit(toAuditEvent("secretRotated", access.webhookId));
    return null;
  },
});

/**
 * Gives a webhook a new secret, which isn't shown again; the former one signs for another day. Needs a
 * re-authentication.
 */
export const rotateSecret = action({
  ...schema.rotateSecret,
  access: checkOwnWebhook(),
  handler: async ({ run, outgoing, access, now }, { webhookId, proof }) => {
    checkProof(outgoing, proof, access.prover, "secret", now);
    const { sealed: former } = await run(readSealed, { webhookId });
    const { url, secret: formerSecret } = openTarget(outgoing, former);
    const secret = createWebhookSecret();
    const sealed = sealWebhook(outgoing, { url, secret, formerSecret });
    await run(storeRotation, { webhookId, former, sealed });
    return { secret };
  },
});

/** The step of `sendTest` that records that a webhook works, and turns it on. */
const recordWorking = mutation({
  ...ofWebhook,
  returns: z.null(),
  handler: async ({ db, access, now }) => {
    await data.turnOn(db, access, now);
    return null;
  },
});

/** The step of `sendTest` that turns a webhook off whose receiver wants no more. */
const recordGone = mutation({
  ...ofWebhook,
  returns: z.null(),
  handler: async ({ db, access }) => {
    await data.turnOff(db, access, "gone");
    return null;
  },
});

/**
 * Sends a webhook of the caller an event of the type `test`. When it is taken, earlier failures are forgotten, and a
 * webhook that was turned off is on again.
 */
export const sendTest = action({
  ...schema.sendTest,
  access: checkOwnWebhook(),
  handler: async ({ run, outgoing, now }, { webhookId }) => {
    await run(countTry, {});
    const { sealed, rotatedUntil } = await run(readSealed, { webhookId });
    const target = openTarget(outgoing, sealed);
    const test = { type: "test", timestamp: now.toISOString(), data: { webhookId } };
    const sending = { rules: outgoing.rules, now: now.getTime() };
    const outcome = await sendEvent(target, { id: uuidv7(), event: test, rotatedUntil }, sending);
    if (outcome.kind === "sent") return run(recordWorking, { webhookId });
    if (outcome.kind === "gone") {
      await run(recordGone, { webhookId });
      throw new CareError("conflict", WEBHOOK_MESSAGES.gone);
    }
    // The receiver's text isn't shown: it may be any page.
    throw new CareError("conflict", describeFailure(outcome.reason));
  },
});

/** Turns a webhook on. Changes from while it was off aren't sent. */
export const turnOn = mutation({
  ...schema.turnOn,
  access: checkOwnWebhook(),
  handler: async ({ db, access, audit }) => {
    await data.turnOn(db, access);
    await audit(toAuditEvent("turnedOn", access.webhookId));
    return null;
  },
});

/** Turns a webhook off. Waiting messages are deleted. */
export const turnOff = mutation({
  ...schema.turnOff,
  access: checkOwnWebhook(),
  handler: async ({ db, access, audit }) => {
    await data.turnOff(db, access, "person");
    await audit(toAuditEvent("turnedOff", access.webhookId));
    return null;
  },
});

/** Deletes a webhook: nothing more is sent to it, from any node. */
export const deleteWebhook = mutation({
  ...schema.deleteWebhook,
  access: checkOwnWebhook(),
  handler: async ({ db, access, audit }) => {
    await data.deleteWebhook(db, access);
    await audit(toAuditEvent("removed", access.webhookId));
    return null;
  },
});

/** The step of `listDeliveries` that reads. */
const readDeliveries = mutation({
  ...schema.listDeliveries,
  access: checkOwnWebhook(),
  handler: ({ db, access }) => data.listDeliveries(db, access),
});

/**
 * The latest messages to a webhook that were sent or tried, newest first. An action that its page asks again: following
 * each message would cost each write in a notebook.
 */
export const listDeliveries = action({
  ...schema.listDeliveries,
  access: checkOwnWebhook(),
  handler: ({ run }, { webhookId }) => run(readDeliveries, { webhookId }),
});

/** Sends a message again, with the same id, if the caller still sees what it is about. */
export const sendAgain = mutation({
  ...schema.sendAgain,
  access: checkOwnDelivery(),
  handler: async ({ db, access }) => {
    if (access.isOff) throw new CareError("conflict", WEBHOOK_MESSAGES.off);
    await data.sendAgain(db, access);
    return null;
  },
});
