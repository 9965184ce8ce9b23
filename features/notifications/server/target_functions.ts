import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { person, withProver } from "../../../server/access/gate.ts";
import { provenBy, sendOpeningMail } from "../../../server/auth/opening_mail.ts";
import { checkProof } from "../../../server/auth/proof.ts";
import { action, mutation } from "../../../server/functions/define.ts";
import type { Outgoing } from "../../../server/outgoing/outgoing.ts";
import { checkTypedAddress } from "../../../server/outgoing/permitted_address.ts";
import { createWebhookSecret } from "../../../server/outgoing/webhook.ts";
import { areSubscriptionKeys } from "../../../server/push/encryption.ts";
import { isPushEndpoint } from "../../../server/push/endpoint.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { TARGET_MESSAGES } from "../rules/targets.ts";
import type { Channel } from "../rules.ts";
import * as schema from "../schema.ts";
import { checkOwnTarget, checkSession } from "./access.ts";
import { createTopic, type NtfyTarget } from "./deliver/ntfy.ts";
import { type PushTarget, parseSubscriptionKeys } from "./deliver/push_channel.ts";
import type { WebhookTarget } from "./deliver/webhook.ts";
import * as targets from "./settings/new_targets_data.ts";
import { removeTarget } from "./settings/targets_data.ts";
import { describeRefusal, sendTestTo } from "./settings/test_message.ts";

const hash = z.string().length(64);
const newTarget = { endpointHash: hash, sealed: z.string(), label: z.string() };
const stored = z.string();
const ofTarget = { args: z.object({ deviceId: z.string() }), access: checkOwnTarget() };

/** Returns the key with which a browser subscribes. An action, because the key may change while screens are open. */
export const getPushKey = action({
  ...schema.getPushKey,
  access: person(),
  handler: async ({ outgoing }) => ({ publicKey: await outgoing.push.publicKey() }),
});

/** The user is notified on their other devices. */
const toAddedEvent = (targetId: string, channel: Channel) => ({
  eventType: "device.added",
  targetType: "device",
  targetId,
  details: { channel },
});

/** The step of `addPushDevice` that stores the sealed values. */
const storePushDevice = mutation({
  args: z.object({ ...newTarget, formerHash: hash.nullable() }),
  returns: stored,
  access: checkSession(),
  handler: async ({ db, access, audit }, device) => {
    const { deviceId, isNew } = await targets.storePushDevice(db, access, device);
    if (isNew) await audit(toAddedEvent(deviceId, "push"));
    return deviceId;
  },
});

/**
 * Adds a browser to the caller's targets. The same browser again changes nothing; a browser of another user becomes the
 * caller's; with `formerEndpoint` it replaces that one. An action, because the address is stored sealed.
 */
export const addPushDevice = action({
  ...schema.addPushDevice,
  access: person(),
  handler: async ({ run, outgoing }, { endpoint, keys, label, formerEndpoint }) => {
    if ((await outgoing.push.publicKey()) === null) throw new CareError("conflict", TARGET_MESSAGES.noPush);
    if (!isPushEndpoint(endpoint, outgoing.push.hosts))
      throw new CareError("invalid", TARGET_MESSAGES.pushService, { path: "endpoint" });
    if (!areSubscriptionKeys(parseSubscriptionKeys(keys)))
      throw new CareError("invalid", TARGET_MESSAGES.keys, { path: "keys" });
    const deviceId = await run(storePushDevice, {
      endpointHash: targets.computeEndpointHash(endpoint),
      formerHash: formerEndpoint === undefined ? null : targets.computeEndpointHash(formerEndpoint),
      sealed: sealTarget(outgoing, { endpoint, keys } satisfies PushTarget),
      label,
    });
    return { deviceId };
  },
});

const sealTarget = (outgoing: Outgoing, target: object) => outgoing.seal(target).toString("base64");

/** The step that counts requests to services that the caller names. */
const countTry = mutation({
  args: z.object({}),
  returns: z.null(),
  access: person(),
  handler: async ({ db, access }) => {
    await targets.recordAttempt(db, access.userId);
    return null;
  },
});

/** The step that stores a topic or a webhook. */
const storeService = mutation({
  args: z.object({ ...newTarget, channel: z.enum(["ntfy", "webhook"]), by: provenBy }),
  returns: stored,
  access: person(),
  handler: async ({ db, access, audit, baseUrl }, { channel, by, ...target }) => {
    const deviceId = await targets.storeService(db, access.userId, channel, target);
    await sendOpeningMail({ db, baseUrl }, access.userId, channel === "ntfy" ? "ntfy" : "program", by);
    await audit(toAddedEvent(deviceId, channel));
    return deviceId;
  },
});

/**
 * Adds a new topic of an ntfy server to the caller's targets; returns the topic, to be subscribed there. Needs a
 * re-authentication: unlike a browser's subscription, it outlives the session.
 */
export const addNtfy = action({
  ...schema.addNtfy,
  access: withProver(person()),
  handler: async ({ run, outgoing, access, now }, { server: address, accessToken = null, label, proof }) => {
    const by = checkProof(outgoing, proof, access.prover, "ntfy", now);
    await run(countTry, {});
    // ntfy takes JSON at its root.
    const server = (await checkTypedAddress(outgoing.rules, address, "server")).origin;
    const topic = createTopic();
    const deviceId = await run(storeService, {
      channel: "ntfy",
      by,
      endpointHash: targets.computeEndpointHash("ntfy", server, topic),
      sealed: sealTarget(outgoing, { server, topic, token: accessToken } satisfies NtfyTarget),
      label,
    });
    return { deviceId, server, topic };
  },
});

/** The step that reads the sealed address of a target of the caller. */
const readSealed = mutation({
  ...ofTarget,
  returns: z.object({
    channel: z.enum(["push", "ntfy", "webhook"]),
    sealed: z.string(),
    language: z.string().nullable(),
  }),
  handler: ({ db, access }) => targets.readSealedTarget(db, access),
});

/**
 * Returns the topic of an ntfy target again, for another phone. Needs a re-authentication, because the topic lets
 * anyone read along for good.
 */
export const getNtfyTopic = action({
  ...schema.getNtfyTopic,
  access: withProver(checkOwnTarget()),
  handler: async ({ run, outgoing, access, now }, { deviceId, proof }) => {
    checkProof(outgoing, proof, access.prover, "ntfy-topic", now);
    const target = await run(readSealed, { deviceId });
    const opened = target.channel === "ntfy" && outgoing.unseal<NtfyTarget>(toBytes(target));
    if (!opened) throw new CareError("not-found", TARGET_MESSAGES.unreadable);
    return { server: opened.server, topic: opened.topic };
  },
});

const toBytes = ({ sealed }: { sealed: string }) => Buffer.from(sealed, "base64");

/**
 * Adds a webhook for the caller's notifications; returns the secret of its signatures, which isn't shown again. Needs a
 * re-authentication.
 */
export const addWebhook = action({
  ...schema.addWebhook,
  access: withProver(person()),
  handler: async ({ run, outgoing, access, now }, { hookUrl, bodyFormat: format, label, proof }) => {
    const by = checkProof(outgoing, proof, access.prover, "program", now);
    await run(countTry, {});
    const url = (await checkTypedAddress(outgoing.rules, hookUrl, "hookUrl")).href;
    const secret = createWebhookSecret();
    const deviceId = await run(storeService, {
      channel: "webhook",
      by,
      // Members of a family may send to the same program.
      endpointHash: targets.computeEndpointHash("webhook", access.userId, url),
      sealed: sealTarget(outgoing, { url, secret, format } satisfies WebhookTarget),
      label,
    });
    return { deviceId, secret };
  },
});

const recordWorking = mutation({
  ...ofTarget,
  returns: z.null(),
  handler: async ({ db, access, now }) => {
    await targets.recordWorking(db, access, now);
    return null;
  },
});

/** The step of `sendTest` that removes a target which has ended. */
const removeEnded = mutation({
  ...ofTarget,
  returns: z.null(),
  handler: async ({ db, access }) => {
    await removeTarget(db, access);
    return null;
  },
});

/**
 * Sends a test message to one target of the caller. When it is taken, earlier failures are forgotten; an ended target
 * is removed.
 */
export const sendTest = action({
  ...schema.sendTest,
  access: checkOwnTarget(),
  handler: async ({ run, outgoing, baseUrl }, { deviceId }) => {
    await run(countTry, {});
    const { channel, language, ...target } = await run(readSealed, { deviceId });
    const outcome = await runInLanguage(language, () =>
      sendTestTo({ outgoing, baseUrl }, { channel, sealed: toBytes(target), id: uuidv7() }),
    );
    if (outcome?.kind === "sent") {
      await run(recordWorking, { deviceId });
      return null;
    }
    if (outcome?.kind === "gone") await run(removeEnded, { deviceId });
    throw new CareError("conflict", outcome ? describeRefusal(channel, outcome) : TARGET_MESSAGES.unreadable);
  },
});
