import { type Clock, systemClock } from "../clock.ts";
import type { OutgoingRules } from "../outgoing/destination.ts";
import { type SendOutcome, toFailureOutcome, toSendOutcome } from "../outgoing/outcome.ts";
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
  /** At most 32 characters of base64url: a later message with it replaces an undelivered one. */
  topic: string;
};

/** A subscription that ended is unknown or gone (RFC 8030). */
const GONE = [404, 410];

/** Sends push messages; keeps its connections. */
export class PushSender {
  readonly #sessions: PushSessions;
  readonly #authorization: ReturnType<typeof createAuthorization>;
  readonly #hosts: readonly string[];
  readonly #clock: Clock;

  /**
   * @param contact the operator's address, `mailto:` or `https:`
   * @param hosts push services besides the known browsers'
   */
  constructor(
    key: VapidKey,
    options: {
      contact: string;
      hosts: readonly string[];
      rules: OutgoingRules;
      timeoutMs?: number;
      clock?: Clock;
    },
  ) {
    this.#sessions = new PushSessions(options.rules, options.timeoutMs, options.clock);
    this.#clock = options.clock ?? systemClock;
    this.#authorization = createAuthorization(key, options.contact);
    this.#hosts = options.hosts;
  }

  /** Sends a message; never throws for errors of a service or the network. */
  async send({ endpoint, keys, content, ttlSeconds, urgency, topic }: PushMessage): Promise<SendOutcome> {
    try {
      const url = readEndpoint(endpoint, this.#hosts);
      const now = this.#clock.now();
      const headers = {
        authorization: await this.#authorization(url.origin, now),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(ttlSeconds),
        urgency,
        topic,
      };
      const answer = await this.#sessions.post(url, headers, encryptPush(content, keys));
      return toSendOutcome(answer, { now, gone: GONE });
    } catch (error) {
      if (error instanceof RangeError) return { kind: "refused", words: error.message, reason: "too long" };
      return toFailureOutcome(error);
    }
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }
}
