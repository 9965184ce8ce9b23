import { decodeJwt } from "jose";
import type { Clock } from "../clock.ts";
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
import type { Tokens } from "./oidc_client.ts";

/** A token that expires within this time is renewed before it is returned. */
const RENEW_BEFORE_MS = 60_000;
/** Longer than discovery and the token request can take together. */
const CLAIM_SECONDS = 20;
/** Time until the issuer is asked again after a failure. */
const PAUSE_SECONDS = 3;
const POLL_MS = 100;
/**
 * How long a request waits for a renewal that is under way: briefly while the token is still valid, else as long as
 * the renewal can take.
 */
const WAIT_MS = { withToken: 2_000, without: 12_000 };

type Parts = {
  db: Database["db"];
  log: Logger;
  clock: Clock;
  /** Expiry of the access or ID token, epoch ms. */
  endsAt(tokens: Tokens): number;
  seal(tokens: Tokens): string;
  unseal(sealed: string): Tokens | null;
  /** Rejects with {@link AuthFailure}. */
  refresh(held: Tokens): Promise<Tokens>;
};

/**
 * Returns the tokens of a session by its id and renews them in time: by one request at a time across all nodes,
 * because many issuers accept a refresh token once, and outside a transaction, because an issuer may be slow. Null
 * when the session is over, "unavailable" when its tokens have expired and the issuer can't be reached. Only a
 * refusal of the issuer ends a session.
 */
export function createTokenRenewal({ db, log, clock, endsAt, seal, unseal, refresh }: Parts) {
  const isValid = (tokens: Tokens) => endsAt(tokens) > clock.now();
  const isDue = (tokens: Tokens) =>
    tokens.refreshToken !== null && endsAt(tokens) - clock.now() <= RENEW_BEFORE_MS;

  /** Makes one attempt to renew under a claim; returns the tokens that the session has afterwards. */
  async function renew(id: string, sealed: string): Promise<Tokens | null> {
    const held = unseal(sealed);
    // Another request has renewed them since they were read.
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
    for (const begin = clock.elapsed(); ; await clock.sleep(POLL_MS)) {
      const sealed = await readOidcSession(db, id);
      const held = sealed && unseal(sealed);
      if (!held) return null;
      if (!isDue(held)) return isValid(held) ? held : null;
      const claimed = await claimOidcRenewal(db, id, CLAIM_SECONDS);
      if (claimed) {
        const tokens = await renew(id, claimed);
        return tokens && (isValid(tokens) ? tokens : "unavailable");
      }
      const waited = clock.elapsed() - begin;
      if (isValid(held) && waited > WAIT_MS.withToken) return held;
      if (waited > WAIT_MS.without) return "unavailable";
    }
  };
}

/** Expiry of a token, epoch ms; 0 if it can't be parsed. */
export function getTokenEnd(token: string): number {
  try {
    return (decodeJwt(token).exp ?? 0) * 1000;
  } catch {
    return 0;
  }
}
