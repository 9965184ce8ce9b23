import type { OutgoingRules } from "../../../../server/outgoing/destination.ts";
import type { SendOutcome } from "../../../../server/outgoing/outcome.ts";
import { postWebhook } from "../../../../server/outgoing/webhook.ts";
import type { SettledState } from "../../rules/settled.ts";
import type { WebhookFormat } from "../../rules/targets.ts";

export type WebhookTarget = {
  url: string;
  /** `whsec_` with 32 bytes in base64, as Standard Webhooks has it. */
  secret: string;
  format: WebhookFormat;
};

/** What a receiver gets. Without content unless the target's person allowed more. */
export type WebhookMessage = {
  /** The delivery's id: the same one for each attempt, so that receivers can drop doubles. */
  id: string;
  /** Messages with the same tag replace each other. */
  tag: string;
  kind: string;
  title: string;
  body: string;
  /** The page about it, absolute. */
  url: string;
  /** What became of it, where the message takes the place of an earlier one; null for a reminder. */
  replaces: SettledState | null;
};

/** As docs/programs.md has them. */
const TYPES: Record<SettledState, string> = {
  done: "reminder.settled",
  later: "reminder.postponed",
  seen: "reminder.seen",
};

function buildBody(message: WebhookMessage, format: WebhookFormat, now: number): string {
  const { tag, kind, title, body, url, replaces } = message;
  // apprise refuses a message without text.
  if (format === "apprise")
    return JSON.stringify({ title, body: `${body || title}\n${url}`, type: "info", format: "text" });
  return JSON.stringify({
    type: replaces === null ? "reminder" : TYPES[replaces],
    timestamp: new Date(Math.floor(now / 1000) * 1000).toISOString(),
    data: { tag, kind, title, body, url },
  });
}

/** Posts a signed message; never throws for an error of the receiver or the network. */
export const sendToWebhook = (
  { url, secret, format }: WebhookTarget,
  message: WebhookMessage,
  { rules, now }: { rules: OutgoingRules; now: number },
): Promise<SendOutcome> =>
  postWebhook(
    { url, secrets: [secret], id: message.id, body: buildBody(message, format, now) },
    { rules, now },
  );
