import type { Identity, TokenVerifier } from "./identity.ts";

const REMEMBER_MS = 30_000;
const MAX_TOKENS = 5000;

/**
 * Remembers for half a minute that a token was verified, so that a client that calls often doesn't cost a signature
 * check each time. A token's own end is kept to; a withdrawn signing key is noticed half a minute later.
 */
export function remembering(verify: TokenVerifier): TokenVerifier {
  const known = new Map<string, { identity: Identity; until: number }>();
  return async (token) => {
    const before = known.get(token);
    if (before && before.until > Date.now()) return before.identity;
    known.delete(token);
    const identity = await verify(token);
    if (known.size >= MAX_TOKENS) known.delete(known.keys().next().value!);
    known.set(token, { identity, until: Math.min(Date.now() + REMEMBER_MS, identity.expiresAt) });
    return identity;
  };
}
