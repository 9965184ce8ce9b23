import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import type { Logger } from "../../../../server/log.ts";
import type { Outgoing } from "../../../../server/outgoing/outgoing.ts";
import type { Vault } from "../../../../server/vault/vault.ts";
import type { Words } from "../../rules/message-words.ts";
import type { SettledState } from "../../rules/settled.ts";
import type { Channel, Detail, Kind } from "../../rules.ts";

/** One message to one target. Nothing in it is content unless the target's detail allows it: see `Wording`. */
export type Delivery = {
  /** The delivery's id: receivers drop what comes twice under the same one. */
  id: string;
  notificationId: string;
  /**
   * The same for messages that replace each other: the notification's id, or that of the first of several that were put
   * together.
   */
  tag: string;
  kind: Kind;
  /** The notifications of this message: several after quiet hours or after downtime. */
  count: number;
  userId: string;
  target: Target;
  /** When it should have been sent, epoch ms. */
  dueAt: number;
  /** How often it was tried before. */
  attempts: number;
  /** The page that a tap opens, from the site's root on. */
  path: string;
  /** The language of the words: that of the reader's account; null where it has none. */
  language: string | null;
  words: Words;
  /** The new state of the subject in a silent message that replaces another one; null for all others. */
  replaces: SettledState | null;
  /** How it can be answered where it is shown; null where it can't. */
  answers: Answers | null;
  /** Whether it was shown before and sounds again: its person had put it off. */
  isAgain: boolean;
};

/** What a device may offer as a button: that a task is done, or that it comes again later. */
export type Answer = "done" | "later";

/** The buttons of a message, and the account that may press them: `sub` of its tokens. */
export type Answers = { ways: readonly Answer[]; by: string };

export type Target = {
  id: string;
  channel: Channel;
  userId: string;
  /** The address and its keys, encrypted as the channel stored them; null for mail. */
  sealed: Buffer | null;
  detail: Detail;
};

/** What sending may use. */
export type SendParts = {
  db: Kysely<Tables>;
  vault: Vault;
  outgoing: Outgoing;
  log: Logger;
  /** The public origin, without a trailing slash. */
  baseUrl: string;
  signal: AbortSignal;
};

/**
 * The outcome of a delivery.
 * - `sent`: the service has taken it
 * - `gone`: the target doesn't exist any more, and is deleted
 * - `retryAt`: to be retried then, epoch ms; `isOurFault`: no sign of the target's health
 * - `failed`: can't be sent and isn't retried
 * - `misconfigured`: the same, because of this server's own settings: no sign of the target's health
 */
export type Outcome =
  | "sent"
  | "gone"
  | "failed"
  | "misconfigured"
  | { retryAt: number; isOurFault?: boolean };

/** A way out of the notebook. Registered once at the start of the program by {@link registerChannel}. */
export type ChannelSender = {
  channel: Channel;
  /** How many deliveries of a batch are sent at the same time. */
  concurrency: number;
  /**
   * Sends one delivery that was checked a moment ago. It must end within the lease (two minutes); an error counts as a
   * failure that is tried again later. Never logs an address or words.
   */
  send(parts: SendParts, delivery: Delivery): Promise<Outcome>;
};

const senders = new Map<Channel, ChannelSender>();

/** Adds a channel; deliveries of channels that nobody has added wait. */
export function registerChannel(sender: ChannelSender): void {
  senders.set(sender.channel, sender);
}

/** All channels that were added. */
export const listChannels = (): ChannelSender[] => [...senders.values()];
