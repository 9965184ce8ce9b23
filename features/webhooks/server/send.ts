import type { OutgoingRules } from "../../../server/outgoing/destination.ts";
import type { SendOutcome } from "../../../server/outgoing/outcome.ts";
import type { Outgoing } from "../../../server/outgoing/outgoing.ts";
import { postWebhook } from "../../../server/outgoing/webhook.ts";

/** The sealed values of a webhook. */
export type WebhookTarget = {
  url: string;
  /** `whsec_` with 32 bytes in base64, as Standard Webhooks has it. */
  secret: string;
  /** The secret before the last rotation. */
  formerSecret?: string;
};

export const sealWebhook = ({ seal }: Outgoing, target: WebhookTarget): string =>
  seal(target).toString("base64");

/** The address and the secrets; null when the server had another secret key then. */
export const openWebhook = ({ unseal }: Outgoing, sealed: Buffer): WebhookTarget | null =>
  unseal<WebhookTarget>(sealed);

/** The body of a message: the names of changed fields, and none of their content. */
export type WebhookEvent = {
  type: string;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: Readonly<Record<string, string | number>>;
};

/**
 * Posts a signed event; never throws for an error of the receiver or the network.
 * @param id the same for each attempt
 * @param rotatedUntil until when the former secret also signs, epoch ms
 */
export function sendEvent(
  { url, secret, formerSecret }: WebhookTarget,
  { id, event, rotatedUntil }: { id: string; event: WebhookEvent; rotatedUntil: number | null },
  { rules, now }: { rules: OutgoingRules; now: number },
): Promise<SendOutcome> {
  const alsoFormer = formerSecret !== undefined && rotatedUntil !== null && rotatedUntil > now;
  const secrets = alsoFormer ? [secret, formerSecret] : [secret];
  return postWebhook({ url, secrets, id, body: JSON.stringify(event) }, { rules, now });
}
