import type { Kysely } from "kysely";
import { MINUTE } from "../../lib/dates/time.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Tables } from "../db/database.ts";
import type { Logger } from "../log.ts";
import { formatOperatorCommand } from "../operator/command_line.ts";
import type { OutgoingRules } from "../outgoing/destination.ts";
import type { SendOutcome } from "../outgoing/outcome.ts";
import { openPushKey } from "./keys.ts";
import { type PushMessage, PushSender } from "./sender.ts";

/** How often a node looks whether the operator has made a new key. */
const LOOK_EVERY_MS = MINUTE;

const NO_KEY: SendOutcome = {
  kind: "misconfigured",
  words: "The key for push services can't be read",
  reason: "no key",
};

export type PushParts = {
  db: Kysely<Tables>;
  /** The server's secret, which seals the key. */
  secret: string;
  log: Logger;
  /** The operator's address for push services, `mailto:` or `https:`. */
  contact: string;
  /** The operator's further push services, in addition to the known browsers'. */
  hosts: readonly string[];
  rules: OutgoingRules;
  timeoutMs?: number;
  clock?: Clock;
};

/** Sends to browsers with this deployment's key; takes a new key of the operator within a minute. */
export class Push {
  readonly #parts: PushParts;
  /** The hosts of push services that the operator lists. */
  readonly hosts: readonly string[];
  #current: { publicKey: string; sender: PushSender } | null = null;
  readonly #clock: Clock;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;

  constructor(parts: PushParts) {
    this.#parts = parts;
    this.hosts = parts.hosts;
    this.#clock = parts.clock ?? systemClock;
  }

  /**
   * The public half of the key, in base64url, for browsers to subscribe with. Null when the stored key was sealed with
   * another secret: then there is no push.
   */
  async publicKey(): Promise<string | null> {
    await this.#look();
    return this.#current?.publicKey ?? null;
  }

  /** Sends a message; never throws for errors of a service or the network. */
  async send(message: PushMessage): Promise<SendOutcome> {
    await this.#look();
    return this.#current ? this.#current.sender.send(message) : NO_KEY;
  }

  async close(): Promise<void> {
    await this.#looking?.catch(() => {});
    await this.#current?.sender.close();
  }

  /** Reads the key now and then. Calls during the read wait for it. */
  #look(): Promise<void> {
    if (this.#clock.elapsed() - this.#lookedAt < LOOK_EVERY_MS) return Promise.resolve();
    this.#looking ??= this.#read().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #read(): Promise<void> {
    const { db, secret, log, ...options } = this.#parts;
    const key = await openPushKey(db, secret);
    const isFirst = this.#lookedAt === Number.NEGATIVE_INFINITY;
    this.#lookedAt = this.#clock.elapsed();
    if (key?.publicKey === this.#current?.publicKey && !isFirst) return;
    if (!key)
      log.warn(
        { part: "push" },
        `The key for push services was made with another SECRET_KEY: phones get no messages. Give the former one, or make a new key: ${formatOperatorCommand("new-push-key")}`,
      );
    const former = this.#current;
    this.#current = key && { publicKey: key.publicKey, sender: new PushSender(key, options) };
    await former?.sender.close();
  }
}
