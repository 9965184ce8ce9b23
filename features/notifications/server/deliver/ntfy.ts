import { randomBytes } from "node:crypto";
import { type OutgoingRules, readAddress } from "../../../../server/outgoing/destination.ts";
import { type SendOutcome, toFailureOutcome, toSendOutcome } from "../../../../server/outgoing/outcome.ts";
import { sendRequest } from "../../../../server/outgoing/request.ts";

/** Where a person's ntfy listens. */
export type NtfyTarget = {
  /** The server's address, such as `https://ntfy.sh`. */
  server: string;
  topic: string;
  /** An access token of the server; null where it needs none. */
  token: string | null;
};

/** The shown text. Without content unless the target's user allowed more. */
export type NtfyMessage = {
  title: string;
  body: string;
  /** The page that a tap opens, absolute. */
  url: string;
  isUrgent: boolean;
};

/** Creates a topic that can't be guessed, because the topic alone lets anyone read along. It has 128 random bits. */
export const createTopic = (): string => `care-${randomBytes(16).toString("base64url")}`;

const PRIORITY = { urgent: 4, normal: 3 } as const;

/**
 * Publishes a message as JSON, as ntfy documents it; never throws for an error of the server or the network. ntfy has
 * no error for a missing topic, so no outcome here ends a target.
 */
export async function sendToNtfy(
  { server, topic, token }: NtfyTarget,
  { title, body, url, isUrgent }: NtfyMessage,
  rules: OutgoingRules,
): Promise<SendOutcome> {
  const message = {
    ...{ topic, title, message: body, click: url },
    priority: isUrgent ? PRIORITY.urgent : PRIORITY.normal,
  };
  try {
    const answer = await sendRequest(
      readAddress(server),
      {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(token !== null && { Authorization: `Bearer ${token}` }),
        },
        body: Buffer.from(JSON.stringify(message)),
      },
      rules,
    );
    return toSendOutcome(answer, { now: Date.now(), gone: [] });
  } catch (error) {
    return toFailureOutcome(error);
  }
}
