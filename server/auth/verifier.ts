import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { type Clock, systemClock } from "../clock.ts";
import { SESSION_CLAIM } from "./audience.ts";
import { AuthFailure } from "./failure.ts";
import type { Identity, TokenVerifier } from "./identity.ts";

/**
 * Public-key signatures only: with a shared secret anybody who can verify a token could also sign one, and "none" is
 * no signature.
 */
export const SIGNATURES = [
  "EdDSA",
  "Ed25519",
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];

/** Tolerated difference between the clocks of two machines, seconds. */
const TOLERANCE_SECONDS = 5;

/** A token must be valid for longer than this, else the client could never renew it in time (CORE-641). */
const SHORTEST_LIFE_SECONDS = 2;

const MAX_TOKEN_LENGTH = 16_384;

export type Issuer = {
  /** The exact `iss` claim. */
  issuer: string;
  /** The token must name this audience; null where the issuer names none. */
  audience: string | null;
  /** Accepted `alg` values, a subset of {@link SIGNATURES}. */
  algorithms?: string[];
  keys: JWTVerifyGetKey;
  /** The meaning of a missing `email_verified`; true only for an issuer that verifies every address. */
  verifiedByDefault?: boolean;
  clock?: Clock;
};

/** Reads the claims of a token, verified as by {@link createVerifier}, for claims that an identity doesn't have. */
export function createClaimsReader({
  issuer,
  audience,
  keys,
  algorithms = SIGNATURES,
  clock = systemClock,
}: Issuer): (token: string) => Promise<JWTPayload> {
  return async (token) => {
    if (typeof token !== "string" || token.length > MAX_TOKEN_LENGTH) throw new AuthFailure("malformed");
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      ...(audience !== null && { audience }),
      algorithms,
      currentDate: new Date(clock.now()),
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims: ["sub", "iat", "exp"],
    }).catch((error: unknown) => {
      throw toFailure(error);
    });
    const { sub = "", iat = 0, exp = 0 } = payload;
    if (sub.trim() === "") throw new AuthFailure("refused", "sub");
    if (exp - iat <= SHORTEST_LIFE_SECONDS) throw new AuthFailure("refused", "exp");
    if (iat > clock.now() / 1000 + TOLERANCE_SECONDS) throw new AuthFailure("refused", "iat");
    return payload;
  };
}

/**
 * The only way from a token to an identity, for every issuer: checks signature, algorithm, issuer, audience, times
 * and shortest life. Rejects with {@link AuthFailure}.
 */
export function createVerifier({ verifiedByDefault = false, ...issuer }: Issuer): TokenVerifier {
  const readClaims = createClaimsReader(issuer);
  return async (token) => toIdentity(await readClaims(token), verifiedByDefault);
}

function toIdentity(payload: JWTPayload, verifiedByDefault: boolean): Identity {
  const { iss = "", sub = "", exp = 0 } = payload;
  const email = text(payload.email)?.toLowerCase() ?? null;
  const sessionId = text(payload[SESSION_CLAIM]);
  const { email_verified: proven = verifiedByDefault } = payload;
  return {
    issuer: iss,
    subject: sub,
    email,
    // Some issuers send the flag as a string.
    emailVerified: email !== null && (proven === true || proven === "true"),
    name: text(payload.name),
    ...(sessionId !== null && { sessionId }),
    expiresAt: (exp + TOLERANCE_SECONDS) * 1000,
  };
}

function text(claim: unknown): string | null {
  return typeof claim === "string" && claim.trim() !== "" ? claim.trim() : null;
}

function toFailure(error: unknown): AuthFailure {
  if (error instanceof AuthFailure) return error;
  if (error instanceof errors.JWTExpired) return new AuthFailure("expired", "exp");
  if (error instanceof errors.JWTClaimValidationFailed) return new AuthFailure("refused", error.claim);
  if (error instanceof errors.JOSEAlgNotAllowed) return new AuthFailure("refused", "alg");
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return new AuthFailure("refused", "kid");
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return new AuthFailure("refused", "signature");
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
    return new AuthFailure("malformed");
  if (error instanceof errors.JOSENotSupported) return new AuthFailure("refused", "alg");
  return new AuthFailure("unavailable");
}
