import type { PlainWords } from "../../../../lib/errors.ts";
import { PRODUCT_NAME } from "../../../../lib/product.ts";
import type { Message } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import type { SendOutcome } from "../../../../server/outgoing/outcome.ts";
import type { Outgoing } from "../../../../server/outgoing/outgoing.ts";
import { toDeclarativeMessage } from "../../../../server/push/declarative.ts";
import { TARGET_MESSAGES } from "../../rules/targets.ts";
import type { Channel } from "../../rules.ts";
import { type NtfyTarget, sendToNtfy } from "../deliver/ntfy.ts";
import { type PushTarget, parseSubscriptionKeys, toTopic } from "../deliver/push_channel.ts";
import { sendToWebhook, type WebhookTarget } from "../deliver/webhook.ts";

const TTL_SECONDS = 600;

type TestTarget = { channel: Exclude<Channel, "mail">; sealed: Buffer; id: string };

/** Sends a test to a target, in the language of its present reader; null when its address can't be read any more. */
export async function sendTestTo(
  { outgoing, baseUrl }: { outgoing: Outgoing; baseUrl: string },
  { channel, sealed, id }: TestTarget,
): Promise<SendOutcome | null> {
  const url = `${baseUrl}/home`;
  const words = { title: PRODUCT_NAME, body: t("pushes.test") };
  const opened = outgoing.unseal<never>(sealed);
  if (opened === null) return null;
  switch (channel) {
    case "push": {
      const { endpoint, keys }: PushTarget = opened;
      return outgoing.push.send({
        endpoint,
        keys: parseSubscriptionKeys(keys),
        content: toDeclarativeMessage({ ...words, url, tag: id, isSilent: false }),
        ttlSeconds: TTL_SECONDS,
        urgency: "normal",
        topic: toTopic(id),
      });
    }
    case "ntfy":
      return sendToNtfy(opened as NtfyTarget, { ...words, url, isUrgent: false }, outgoing.rules);
    case "webhook": {
      const message = { id, tag: id, kind: "test", ...words, url, replaces: null };
      return sendToWebhook(opened as WebhookTarget, message, { rules: outgoing.rules, now: Date.now() });
    }
  }
}

/** Why a test wasn't taken. The service's text isn't shown: it may be any page. */
export function describeRefusal(
  channel: Channel,
  outcome: Exclude<SendOutcome, { kind: "sent" }>,
): Message | PlainWords {
  if (outcome.kind === "gone")
    return channel === "push" ? TARGET_MESSAGES.gonePush : TARGET_MESSAGES.goneHook;
  const { kind, reason, words, sentence } = outcome;
  const isAnswer = /^\d{3}$/.test(reason);
  if (kind === "misconfigured")
    return channel === "push" ? TARGET_MESSAGES.notAccepted : TARGET_MESSAGES.wrongToken(reason);
  if (kind === "later") return isAnswer ? TARGET_MESSAGES.busy(reason) : TARGET_MESSAGES.noAnswer;
  // A reason of our own is a sentence for people.
  return isAnswer ? TARGET_MESSAGES.refused(reason) : (sentence ?? { english: words });
}
