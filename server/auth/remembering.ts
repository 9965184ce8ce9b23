import { systemClock } from "../clock.ts";
import type { Identity, TokenVerifier } from "./identity.ts";

const REMEMBER_MS = 30_000;
const MAX_TOKENS = 5000;

/**
 * Caches for half a minute that a token was verified, so that frequent calls don't each cost a signature check. A
 * token's expiry is still respected; a withdrawn signing key takes effect half a minute later.
 */
export function cacheVerifications(verify: TokenVerifier, clock = systemClock): TokenVerifier {
  const known = new Map<string, { identity: Identity; until: number }>();
  return async (token) => {
    const before = known.get(token);
    if (before && before.until > clock.now()) return before.identity;
    known.delete(token);
    const identity = await verify(token);
    if (known.size >= MAX_TOKENS) known.delete(known.keys().next().value!);
    known.set(token, { identity, until: Math.min(clock.now() + REMEMBER_MS, identity.expiresAt) });
    return identity;
  };
}
