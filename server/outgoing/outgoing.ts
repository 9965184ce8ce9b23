import type { Kysely } from "kysely";
import { createKeyed } from "../auth/proof.ts";
import { deriveKey, seal, unseal } from "../auth/secrets.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Tables } from "../db/database.ts";
import type { Logger } from "../log.ts";
import { Push } from "../push/push.ts";
import type { OutgoingRules } from "./destination.ts";
import { readNetworks } from "./networks.ts";

/** How messages get from this server to services that people name. */
export type Outgoing = {
  /** Where requests may go. */
  rules: OutgoingRules;
  push: Push;
  /** Encrypts an address with its details, to be stored. */
  seal(value: object): Buffer;
  /** Decrypts a value of {@link Outgoing.seal}; null when the server had another secret then, or for damaged bytes. */
  unseal<Value>(sealed: Buffer): Value | null;
  /** A key for a purpose, 32 bytes: nothing outside this server can compute it. */
  keyed(purpose: string, text: string): Buffer;
  /** Ends kept connections. */
  close(): Promise<void>;
};

export type OutgoingSettings = Pick<Config, "outgoing" | "baseUrl" | "mailFrom">;

/** The address that push services get: the operator's, else this server's own; at home its sender of mails. */
export function pushContact({ outgoing, baseUrl, mailFrom }: OutgoingSettings): string {
  if (outgoing.pushContact !== null) return outgoing.pushContact;
  if (baseUrl.startsWith("https://")) return baseUrl;
  return `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

/** Prepares sending to services of people; makes the key for push services at the first start. */
export async function openOutgoing(
  settings: OutgoingSettings,
  { db, secret, log, clock }: { db: Kysely<Tables>; secret: string; log: Logger; clock?: Clock },
): Promise<Outgoing> {
  const rules = { listed: readNetworks(settings.outgoing.allow)! };
  const hosts = settings.outgoing.pushHosts;
  const push = new Push({ db, secret, log, clock, contact: pushContact(settings), hosts, rules });
  await push.publicKey();
  const sealing = deriveKey(secret, "notification targets");
  return {
    rules,
    push,
    seal: (value) => Buffer.from(seal(sealing, value), "base64url"),
    unseal: (sealed) => unseal(sealing, sealed.toString("base64url")),
    keyed: createKeyed(secret),
    close: () => push.close(),
  };
}
