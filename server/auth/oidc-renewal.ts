import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt } from "jose";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";
import {
  claimOidcRenewal,
  deleteOidcSession,
  endOidcRenewal,
  readOidcSession,
  recordEvent,
  storeRenewedTokens,
} from "./data.ts";
import { AuthFailure } from "./failure.ts";
import type { Tokens } from "./oidc-client.ts";

/** A token that ends sooner is exchanged for a fresh one before it is handed out. */
const RENEW_BEFORE_MS = 60_000;
/** Longer than discovery and the exchange may take together. */
const CLAIM_SECONDS = 20;
/** After a failure the issuer isn't asked again at once. */
const PAUSE_SECONDS = 3;
const LOOK_AGAIN_MS = 100;
/** Who finds a renewal under way waits for it: not long with a token that still holds, else for as long as it takes. */
const WAIT_MS = { withToken: 2_000, without: 12_000 };

type Parts = {
  db: Database["db"];
  log: Logger;
  /** When the token that speaks for the person ends, epoch ms. */
  endsAt(tokens: Tokens): number;
  seal(tokens: Tokens): string;
  unseal(sealed: string): Tokens | null;
  /** Rejects with {@link AuthFailure}. */
  refresh(held: Tokens): Promise<Tokens>;
};

/**
 * The tokens of a session by its id, renewed in time: by one request at a time on all nodes, because many issuers take
 * a refresh token once, and without a transaction, because an issuer may take its time. Null when the session is over,
 * "unavailable" when its tokens are and the issuer can't be asked. Only the issuer's own refusal ends a session.
 */
export function tokenRenewal({ db, log, endsAt, seal, unseal, refresh }: Parts) {
  const holds = (tokens: Tokens) => endsAt(tokens) > Date.now();
  const isDue = (tokens: Tokens) =>
    tokens.refreshToken !== null && endsAt(tokens) - Date.now() <= RENEW_BEFORE_MS;

  /** What the session holds after one attempt to renew it under a claim. */
  async function renew(id: string, sealed: string): Promise<Tokens | null> {
    const held = unseal(sealed);
    // Renewed by somebody else since it was read.
    if (!held || !isDue(held)) {
      await endOidcRenewal(db, id, 0);
      return held;
    }
    try {
      const renewed = await refresh(held);
      await storeRenewedTokens(db, id, sealed, seal(renewed));
      return renewed;
    } catch (error) {
      if (!(error instanceof AuthFailure)) throw error;
      const { code, claim } = error;
      log.warn({ part: "sign-in", code, claim }, "A session couldn't be renewed.");
      if (code !== "unavailable") {
        const ended = await deleteOidcSession(db, id);
        if (ended) await recordEvent(db, { type: "account.signedOut", authUserId: ended.subject });
        return null;
      }
      await endOidcRenewal(db, id, PAUSE_SECONDS);
      return held;
    }
  }

  return async (id: string): Promise<Tokens | "unavailable" | null> => {
    for (const begin = Date.now(); ; await sleep(LOOK_AGAIN_MS)) {
      const sealed = await readOidcSession(db, id);
      const held = sealed && unseal(sealed);
      if (!held) return null;
      if (!isDue(held)) return holds(held) ? held : null;
      const claimed = await claimOidcRenewal(db, id, CLAIM_SECONDS);
      if (claimed) {
        const tokens = await renew(id, claimed);
        return tokens && (holds(tokens) ? tokens : "unavailable");
      }
      const waited = Date.now() - begin;
      if (holds(held) && waited > WAIT_MS.withToken) return held;
      if (waited > WAIT_MS.without) return "unavailable";
    }
  };
}

/** When a token ends, epoch ms; 0 for one that can't be read. */
export function tokenEnd(token: string): number {
  try {
    return (decodeJwt(token).exp ?? 0) * 1000;
  } catch {
    return 0;
  }
}
