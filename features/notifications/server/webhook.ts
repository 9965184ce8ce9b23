import { createHmac, randomBytes } from "node:crypto";
import { type OutgoingRules, readAddress } from "../../../server/outgoing/destination.ts";
import { outcomeOf, outcomeOfError, type SendOutcome } from "../../../server/outgoing/outcome.ts";
import { sendRequest } from "../../../server/outgoing/request.ts";
import type { SettledState } from "../rules/settled.ts";
import type { WebhookFormat } from "../rules/targets.ts";

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

const SECRET_PREFIX = "whsec_";

export const newWebhookSecret = (): string => `${SECRET_PREFIX}${randomBytes(32).toString("base64")}`;

/** The signature of Standard Webhooks, version 1: HMAC-SHA256 over id, seconds and body. */
export function signWebhook(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}

function bodyOf(message: WebhookMessage, format: WebhookFormat, seconds: number): string {
  const { tag, kind, title, body, url, replaces } = message;
  // apprise refuses a message without text.
  if (format === "apprise")
    return JSON.stringify({ title, body: `${body || title}\n${url}`, type: "info", format: "text" });
  return JSON.stringify({
    type: replaces === null ? "reminder" : TYPES[replaces],
    timestamp: new Date(seconds * 1000).toISOString(),
    data: { tag, kind, title, body, url },
  });
}

/** Posts a signed message; never throws for what the receiver or the network does. 410 says that it wants no more. */
export async function sendToWebhook(
  { url, secret, format }: WebhookTarget,
  message: WebhookMessage,
  { rules, now }: { rules: OutgoingRules; now: number },
): Promise<SendOutcome> {
  const seconds = Math.floor(now / 1000);
  const body = bodyOf(message, format, seconds);
  try {
    const answer = await sendRequest(
      readAddress(url),
      {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "webhook-id": message.id,
          "webhook-timestamp": String(seconds),
          "webhook-signature": signWebhook(secret, message.id, seconds, body),
        },
        body: Buffer.from(body),
      },
      rules,
    );
    return outcomeOf(answer, { now, gone: [410] });
  } catch (error) {
    return outcomeOfError(error);
  }
}
