import { type OutgoingRules, readAddress } from "../../../server/outgoing/destination.ts";
import { outcomeOf, outcomeOfError, type SendOutcome } from "../../../server/outgoing/outcome.ts";
import type { Outgoing } from "../../../server/outgoing/outgoing.ts";
import { sendRequest } from "../../../server/outgoing/request.ts";
import { webhookHeaders } from "../../../server/outgoing/webhook_signature.ts";

/** What is sealed of a webhook. */
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

/** What a webhook is told: the names of what changed, and nothing of what stands in it. */
export type WebhookEvent = {
  type: string;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: Readonly<Record<string, string | number>>;
};

/**
 * Posts a signed event; never throws for what the receiver or the network does. 410 says that it wants no more.
 * @param id the same for each attempt
 * @param rotatedUntil until when the former secret signs too, epoch ms
 */
export async function sendEvent(
  { url, secret, formerSecret }: WebhookTarget,
  { id, event, rotatedUntil }: { id: string; event: WebhookEvent; rotatedUntil: number | null },
  { rules, now }: { rules: OutgoingRules; now: number },
): Promise<SendOutcome> {
  const body = JSON.stringify(event);
  const alsoFormer = formerSecret !== undefined && rotatedUntil !== null && rotatedUntil > now;
  const secrets = alsoFormer ? [secret, formerSecret] : [secret];
  try {
    const headers = webhookHeaders(secrets, id, Math.floor(now / 1000), body);
    const request = { method: "POST" as const, headers, body: Buffer.from(body) };
    const answer = await sendRequest(readAddress(url), request, rules);
    return outcomeOf(answer, { now, gone: [410] });
  } catch (error) {
    return outcomeOfError(error);
  }
}
