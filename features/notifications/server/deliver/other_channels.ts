import { URGENT_KINDS } from "../../rules.ts";
import type { ChannelSender } from "./channels.ts";
import { type NtfyTarget, sendToNtfy } from "./ntfy.ts";
import { toOutcome } from "./outcomes.ts";
import { sendToWebhook, type WebhookTarget } from "./webhook.ts";

/** Sends to topics of ntfy. */
export const ntfyChannel: ChannelSender = {
  channel: "ntfy",
  concurrency: 20,
  async send({ outgoing, log, baseUrl }, delivery) {
    const { kind, path, words, target } = delivery;
    const topic = target.sealed && outgoing.unseal<NtfyTarget>(target.sealed);
    if (!topic) return "failed";
    const message = { ...words, url: `${baseUrl}${path}`, isUrgent: URGENT_KINDS.includes(kind) };
    return toOutcome({ log }, delivery, await sendToNtfy(topic, message, outgoing.rules));
  },
};

/** Sends to programs of people. */
export const webhookChannel: ChannelSender = {
  channel: "webhook",
  concurrency: 20,
  async send({ outgoing, log, baseUrl }, delivery) {
    const { id, tag, kind, path, words, target, replaces } = delivery;
    const hook = target.sealed && outgoing.unseal<WebhookTarget>(target.sealed);
    if (!hook) return "failed";
    const message = { id, tag, kind, ...words, url: `${baseUrl}${path}`, replaces };
    const sending = { rules: outgoing.rules, now: Date.now() };
    return toOutcome({ log }, delivery, await sendToWebhook(hook, message, sending));
  },
};
