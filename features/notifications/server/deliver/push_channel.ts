import { toDeclarativeMessage } from "../../../../server/push/declarative.ts";
import type { SubscriptionKeys } from "../../../../server/push/encryption.ts";
import type { PushUrgency } from "../../../../server/push/sender.ts";
import type { Kind } from "../../rules.ts";
import { createAnswerToken } from "./answer_tokens.ts";
import type { ChannelSender, Delivery } from "./channels.ts";
import { getUsefulTime, toOutcome } from "./outcomes.ts";
import { writeWorkerWords } from "./worker_words.ts";

/** A browser's subscription as it is stored, sealed; keys in base64url. */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A subscription's keys as bytes. */
export const parseSubscriptionKeys = ({ p256dh, auth }: PushTarget["keys"]): SubscriptionKeys => ({
  p256dh: Buffer.from(p256dh, "base64url"),
  auth: Buffer.from(auth, "base64url"),
});

const URGENT: readonly Kind[] = ["dose-due", "dose-missed", "escalation"];

/** How much a message may disturb a sleeping phone's battery. */
export function getUrgency({ kind }: Pick<Delivery, "kind">): PushUrgency {
  // The replacement of a dose's reminder is as urgent as the reminder: the dose might be given a second time.
  if (kind === "digest") return "low";
  return URGENT.includes(kind) ? "high" : "normal";
}

/** The topic of a tag: at most 32 characters, the same for the messages that replace each other. */
export const toTopic = (tag: string): string =>
  Buffer.from(tag.replaceAll("-", ""), "hex").toString("base64url");

/** Sends to browsers, by their push services. */
export const pushChannel: ChannelSender = {
  channel: "push",
  concurrency: 100,
  async send({ outgoing, log, baseUrl }, delivery) {
    const { kind, tag, path, words, replaces, isAgain, answers, target } = delivery;
    const subscription = target.sealed && outgoing.unseal<PushTarget>(target.sealed);
    // Sealed with another secret: only the device itself can give it again.
    if (!subscription) return "failed";
    const { endpoint, keys } = subscription;
    const token = createAnswerToken(outgoing, { deviceId: target.id, tag }, Date.now());
    const outcome = await outgoing.push.send({
      endpoint,
      keys: parseSubscriptionKeys(keys),
      content: toDeclarativeMessage({
        ...words,
        url: `${baseUrl}${path}`,
        tag,
        isSilent: replaces !== null,
        isAgain,
        answers: answers ? { ...answers, token, words: writeWorkerWords() } : undefined,
      }),
      ttlSeconds: getUsefulTime(kind) / 1000,
      urgency: getUrgency(delivery),
      topic: toTopic(tag),
    });
    return toOutcome({ log }, delivery, outcome, { isOperators: true });
  },
};
