import { OutgoingRefused, type OutgoingRules } from "../outgoing/destination.ts";
import type { OutgoingAnswer } from "../outgoing/request.ts";
import { firstLine } from "../start-error.ts";
import { encryptPush, type SubscriptionKeys } from "./encryption.ts";
import { readEndpoint } from "./endpoint.ts";
import { PushSessions } from "./sessions.ts";
import { createAuthorization, type VapidKey } from "./vapid.ts";

export type PushUrgency = "very-low" | "low" | "normal" | "high";

export type PushMessage = {
  /** Where the browser's push service takes messages for it. */
  endpoint: string;
  keys: SubscriptionKeys;
  content: Uint8Array;
  /** How long the service tries to deliver it. */
  ttlSeconds: number;
  urgency: PushUrgency;
  /** At most 32 characters of base64url: a later message with it replaces one that wasn't delivered yet. */
  topic: string;
};

/** What became of a message. `words` are for the log and the operator: they never have an endpoint in them. */
export type PushOutcome =
  | { kind: "sent" }
  /** The subscription ended: nothing will ever reach it. */
  | { kind: "gone" }
  /** Our own fault, or an address that isn't permitted: the same message will never be taken. */
  | { kind: "refused"; words: string }
  /** The service doesn't accept who we say we are. */
  | { kind: "misconfigured"; words: string }
  /** To be sent again, when the service has named a time then not earlier. */
  | { kind: "later"; words: string; afterSeconds: number | null };

const MAX_WORDS = 200;

/** What an answer of a push service means (RFC 8030). */
export function outcomeOf({ status, headers, body }: OutgoingAnswer, now: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const text = body.toString("utf8").replace(/\s+/g, " ").trim().slice(0, MAX_WORDS);
  const words = `${status}${text ? ` ${text}` : ""}`;
  if (status === 401 || status === 403) return { kind: "misconfigured", words };
  if (status === 429 || status >= 500)
    return { kind: "later", words, afterSeconds: retryAfterSeconds(headers["retry-after"], now) };
  return { kind: "refused", words };
}

/** The seconds that a `Retry-After` names, as a number or as a date; null without one. */
export function retryAfterSeconds(header: string | string[] | undefined, now: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Sends push messages; keeps its connections. */
export class PushSender {
  readonly #sessions: PushSessions;
  readonly #authorization: ReturnType<typeof createAuthorization>;
  readonly #hosts: readonly string[];

  /**
   * @param contact the operator's address, `mailto:` or `https:`
   * @param hosts push services besides those of the known browsers
   */
  constructor(
    key: VapidKey,
    options: { contact: string; hosts: readonly string[]; rules: OutgoingRules; timeoutMs?: number },
  ) {
    this.#sessions = new PushSessions(options.rules, options.timeoutMs);
    this.#authorization = createAuthorization(key, options.contact);
    this.#hosts = options.hosts;
  }

  /** Sends a message; never throws for what a service or the network does. */
  async send({ endpoint, keys, content, ttlSeconds, urgency, topic }: PushMessage): Promise<PushOutcome> {
    try {
      const url = readEndpoint(endpoint, this.#hosts);
      const now = Date.now();
      const headers = {
        authorization: await this.#authorization(url.origin, now),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(ttlSeconds),
        urgency,
        topic,
      };
      return outcomeOf(await this.#sessions.post(url, headers, encryptPush(content, keys)), now);
    } catch (error) {
      if (error instanceof OutgoingRefused || error instanceof RangeError)
        return { kind: "refused", words: error.message };
      return { kind: "later", words: firstLine(error), afterSeconds: null };
    }
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }
}
