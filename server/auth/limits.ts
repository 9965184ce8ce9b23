import { createHash } from "node:crypto";
import { normalizeIP } from "@better-auth/core/utils/ip";
import type { Kysely } from "kysely";
import type { Tables } from "../db/database.ts";
import { countAttempt, forgetAttempts, isKnownNetwork, rememberNetwork } from "./data.ts";

type Db = Kysely<Tables>;

/** At most `max` attempts in `window` seconds. */
export type Limit = { window: number; max: number };

/**
 * Limits per address. Generous enough for a clinic or a family behind one address; guessing the password of one
 * account reaches {@link ACCOUNT_LIMITS} long before. `false`: not counted (cheap reads that need a session).
 */
export const ADDRESS_LIMITS: Record<string, Limit | false> = {
  "/sign-in/*": { window: 60, max: 60 },
  "/sign-up/*": { window: 600, max: 40 },
  "/two-factor/*": { window: 60, max: 60 },
  "/passkey/*": { window: 60, max: 120 },
  "/request-password-reset": { window: 600, max: 30 },
  "/send-verification-email": { window: 600, max: 30 },
  "/reset-password": { window: 600, max: 30 },
  "/change-password": { window: 600, max: 30 },
  "/delete-user": { window: 600, max: 10 },
  "/email-change/*": { window: 600, max: 30 },
  "/access-token/*": { window: 600, max: 60 },
  "/password-proof": { window: 600, max: 60 },
  "/token": { window: 60, max: 1200 },
  "/get-session": false,
  "/jwks": false,
};

type AccountLimit = {
  /** For one network. */
  perNetwork: Limit;
  /** For all networks together. It doesn't apply to networks with a recent sign-in to the account. */
  total: Limit;
};

/**
 * Limits per account: wrong passwords (reset by the right one) and mails to one address. Counted by the e-mail that
 * was typed, so that unknown addresses behave like known ones.
 */
export const ACCOUNT_LIMITS: Record<string, AccountLimit> = {
  "/sign-in/email": { perNetwork: { window: 900, max: 10 }, total: { window: 3600, max: 100 } },
  "/sign-up/email": { perNetwork: { window: 3600, max: 5 }, total: { window: 3600, max: 20 } },
  "/request-password-reset": { perNetwork: { window: 3600, max: 5 }, total: { window: 3600, max: 20 } },
  "/send-verification-email": { perNetwork: { window: 3600, max: 5 }, total: { window: 3600, max: 20 } },
  // By one's present address: guesses of the password, and notices to it.
  "/email-change/request": { perNetwork: { window: 3600, max: 10 }, total: { window: 3600, max: 20 } },
  // Guesses of the password.
  "/password-proof": { perNetwork: { window: 3600, max: 20 }, total: { window: 3600, max: 40 } },
  // Letters.
  "/access-token/create": { perNetwork: { window: 3600, max: 20 }, total: { window: 3600, max: 40 } },
  // By the new address: mails to it, the first one included.
  "/email-change/send-again": { perNetwork: { window: 3600, max: 5 }, total: { window: 3600, max: 20 } },
};

const computeHash = (text: string) => createHash("sha256").update(text).digest("base64url");

/** The key of an account in counts: a hash, so that the address itself isn't stored. */
export const getAccountKey = (email: string) => computeHash(email.trim().toLowerCase());

/** The caller's network: one IPv4 address, or the /64 prefix that one IPv6 connection has. */
export const getNetworkKey = (address: string | null) =>
  address === null ? "unknown" : computeHash(normalizeIP(address, { ipv6Subnet: 64 }));

/**
 * Counts an attempt on an account from an address; returns the seconds to wait when there were too many, else null.
 * The counts for known and other networks are separate, so that guesses from elsewhere don't lock the owner out of a
 * network that they have signed in from.
 */
export async function consumeForAccount(
  db: Db,
  path: string,
  email: string,
  address: string | null,
): Promise<number | null> {
  const limit = ACCOUNT_LIMITS[path];
  if (!limit) return null;
  const [account, network] = [getAccountKey(email), getNetworkKey(address)];
  const forNetwork = await consume(db, `account|${path}|${account}|${network}`, limit.perNetwork);
  if (!forNetwork.allowed) return forNetwork.retryAfter;
  if (await isKnownNetwork(db, account, network)) return null;
  return (await consume(db, `account|${path}|${account}`, limit.total)).retryAfter;
}

/** After the right password: resets the count of this network and remembers the network as the owner's. */
export async function recordSignIn(db: Db, email: string, address: string | null): Promise<void> {
  const [account, network] = [getAccountKey(email), getNetworkKey(address)];
  await forgetAttempts(db, `account|/sign-in/email|${account}|${network}`);
  await rememberNetwork(db, account, network);
}

/** After a new password by mail: resets the counts of all networks. */
export async function recordPasswordReset(db: Db, email: string, address: string | null): Promise<void> {
  const account = getAccountKey(email);
  await forgetAttempts(db, `account|/sign-in/email|${account}`);
  await rememberNetwork(db, account, getNetworkKey(address));
}

/** Counts an attempt; returns the seconds to wait when there were too many, else null. */
export async function consume(db: Db, key: string, { window, max }: Limit) {
  const { count, seconds } = await countAttempt(db, key, window);
  return count <= max
    ? { allowed: true, retryAfter: null }
    : { allowed: false, retryAfter: Math.max(1, seconds) };
}
