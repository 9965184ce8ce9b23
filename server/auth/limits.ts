import { createHash } from "node:crypto";
import type { Database } from "../db/database.ts";
import { countAttempt } from "./data.ts";

/** At most `max` attempts in `window` seconds. */
export type Limit = { window: number; max: number };

/**
 * Limits per address. Wide enough for a clinic or a family behind one address; guessing at one account
 * meets {@link ACCOUNT_LIMITS} long before. `false`: not counted (cheap reads that need a session).
 */
export const ADDRESS_LIMITS: Record<string, Limit | false> = {
  "/sign-in/*": { window: 60, max: 60 },
  "/sign-up/*": { window: 60, max: 60 },
  "/two-factor/*": { window: 60, max: 60 },
  "/passkey/*": { window: 60, max: 120 },
  "/request-password-reset": { window: 600, max: 30 },
  "/send-verification-email": { window: 600, max: 30 },
  "/reset-password": { window: 600, max: 30 },
  "/change-password": { window: 600, max: 30 },
  "/delete-user": { window: 600, max: 10 },
  "/token": { window: 60, max: 1200 },
  "/get-session": false,
  "/jwks": false,
};

/**
 * Limits per account: wrong passwords (the count ends with the right one) and mails to one address.
 * Counted by the e-mail that was typed, so an unknown one answers like a known one.
 */
export const ACCOUNT_LIMITS: Record<string, Limit> = {
  "/sign-in/email": { window: 900, max: 10 },
  "/sign-up/email": { window: 3600, max: 5 },
  "/request-password-reset": { window: 3600, max: 5 },
  "/send-verification-email": { window: 3600, max: 5 },
};

/** The key under which attempts on an account are counted; the address itself isn't stored. */
export function accountKey(path: string, email: string): string {
  const digest = createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
  return `account|${path}|${digest}`;
}

/** Counts an attempt; `retryAfter` in seconds when it is one too many, else null. */
export async function consume(db: Database["db"], key: string, { window, max }: Limit) {
  const { count, seconds } = await countAttempt(db, key, window);
  return count <= max
    ? { allowed: true, retryAfter: null }
    : { allowed: false, retryAfter: Math.max(1, seconds) };
}
