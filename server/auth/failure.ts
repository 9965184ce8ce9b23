/** Why a token was refused. */
export type AuthFailureCode = "malformed" | "expired" | "refused" | "unavailable";

const MESSAGES: Record<AuthFailureCode, string> = {
  malformed: "The token can't be read.",
  expired: "The token has expired.",
  refused: "The token was refused.",
  unavailable: "The issuer's keys can't be fetched.",
};

/**
 * A token was refused. The message is one of four fixed sentences: it never holds the token or its claims, so it may
 * be logged and shown.
 */
export class AuthFailure extends Error {
  override name = "AuthFailure";
  readonly code: AuthFailureCode;
  /** The claim or check that failed ("iss", "aud", "alg"…), for the log. */
  readonly claim: string | null;

  constructor(code: AuthFailureCode, claim: string | null = null) {
    super(MESSAGES[code]);
    this.code = code;
    this.claim = claim;
  }
}
