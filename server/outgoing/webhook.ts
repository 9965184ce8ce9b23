import { createHmac, randomBytes } from "node:crypto";
import { type OutgoingRules, readAddress } from "./destination.ts";
import { type SendOutcome, toFailureOutcome, toSendOutcome } from "./outcome.ts";
import { sendRequest } from "./request.ts";

const SECRET_PREFIX = "whsec_";

/** A secret of Standard Webhooks: `whsec_` with 32 random bytes in base64. */
export const createWebhookSecret = (): string => `${SECRET_PREFIX}${randomBytes(32).toString("base64")}`;

/** The signature of Standard Webhooks, version 1: HMAC-SHA256 over id, seconds and body. */
export function signWebhook(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}

export type WebhookRequest = {
  url: string;
  /** Signed with each: while one takes the place of another, receivers accept either. */
  secrets: readonly string[];
  /** The same for each attempt, so that receivers can drop doubles. */
  id: string;
  /** JSON. */
  body: string;
};

/**
 * Posts a message as Standard Webhooks requires, to an address where requests may go. Never throws for errors of the
 * receiver or the network; 410 means that it wants no more.
 * @param now epoch ms
 */
export async function postWebhook(
  { url, secrets, id, body }: WebhookRequest,
  { rules, now }: { rules: OutgoingRules; now: number },
): Promise<SendOutcome> {
  const seconds = Math.floor(now / 1000);
  const headers = {
    "Content-Type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets.map((secret) => signWebhook(secret, id, seconds, body)).join(" "),
  };
  try {
    const request = { method: "POST" as const, headers, body: Buffer.from(body) };
    return toSendOutcome(await sendRequest(readAddress(url), request, rules), { now, gone: [410] });
  } catch (error) {
    return toFailureOutcome(error);
  }
}
