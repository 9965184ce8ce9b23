import type { JWTPayload } from "jose";

/** How long a sign-in at the issuer counts as fresh. */
const FRESH_SECONDS = 5 * 60;
/** Tolerated difference between the issuer's clock and ours. */
const TOLERANCE_SECONDS = 5;

/** How long after a fresh sign-in a session counts as re-authenticated. */
export const CONFIRMED_SECONDS = 10 * 60;

/**
 * Why a second sign-in at the issuer doesn't re-authenticate: cancelled there; another user; too long ago; the issuer
 * sends no time; the session here is over; it took too long; the issuer can't be reached; anything else.
 */
export type NotFresh =
  | "cancelled"
  | "other"
  | "old"
  | "untimed"
  | "ended"
  | "late"
  | "unavailable"
  | "refused";

/**
 * Whether the claims of a verified ID token show that this user has just signed in: an issuer must send `auth_time`
 * when it was asked with `max_age` (OpenID Connect Core 1.0, 3.1.2.1). Without it, it is unknown whether the issuer
 * asked for a sign-in at all.
 * @param now epoch ms
 */
export function findStaleSignIn(
  { sub, auth_time: at }: JWTPayload,
  subject: string,
  now: number,
): NotFresh | null {
  if (sub !== subject) return "other";
  if (typeof at !== "number" || !Number.isFinite(at)) return "untimed";
  const age = now / 1000 - at;
  return age > FRESH_SECONDS + TOLERANCE_SECONDS || age < -TOLERANCE_SECONDS ? "old" : null;
}
