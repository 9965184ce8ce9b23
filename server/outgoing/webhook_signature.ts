import { createHmac, randomBytes } from "node:crypto";

const SECRET_PREFIX = "whsec_";

/** A secret of Standard Webhooks: `whsec_` with 32 random bytes in base64. */
export const newWebhookSecret = (): string => `${SECRET_PREFIX}${randomBytes(32).toString("base64")}`;

/** The signature of Standard Webhooks, version 1: HMAC-SHA256 over id, seconds and body. */
export function signWebhook(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}

/**
 * The headers of a message, signed with each of the secrets: while one takes the place of another, receivers accept
 * either.
 * @param id the same for each attempt
 * @param seconds when it is sent, since 1970 UTC
 */
export const webhookHeaders = (secrets: readonly string[], id: string, seconds: number, body: string) => ({
  "Content-Type": "application/json",
  "webhook-id": id,
  "webhook-timestamp": String(seconds),
  "webhook-signature": secrets.map((secret) => signWebhook(secret, id, seconds, body)).join(" "),
});
