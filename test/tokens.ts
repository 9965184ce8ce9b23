import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { SESSION_CLAIM } from "../server/auth/audience.ts";
import type { TokenVerifier } from "../server/auth/identity.ts";
import { createVerifier } from "../server/auth/verifier.ts";
import { systemClock } from "../server/clock.ts";

/** `emailVerified` is left out of the token by default: this issuer's addresses count as verified. */
export type Claims = {
  subject: string;
  email: string;
  name: string;
  emailVerified?: boolean;
  /** The session of the built-in sign-in. */
  sessionId?: string;
};

/** A lifetime longer than any test file runs, for tokens that nobody renews. */
export const LONG_LIFETIME = { lifetime: 3600 };

export type Issuer = {
  verifyToken: TokenVerifier;
  /** A signed token for a person; `lifetime` in seconds. */
  tokenFor(person: Claims, options?: { lifetime?: number }): Promise<string>;
};

const ISSUER = "https://issuer.test";

/** A sign-in provider for tests: real keys, real signatures, verified as in the server, at the time of the clock. */
export async function createIssuer(clock = systemClock): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "test", alg: "ES256" };
  return {
    verifyToken: createVerifier({
      issuer: ISSUER,
      audience: "convex",
      keys: createLocalJWKSet({ keys: [jwk] }),
      algorithms: ["ES256"],
      verifiedByDefault: true,
      clock,
    }),
    tokenFor: ({ subject, email, name, emailVerified, sessionId }, { lifetime = 300 } = {}) =>
      new SignJWT({ email, name, email_verified: emailVerified, [SESSION_CLAIM]: sessionId })
        .setProtectedHeader({ alg: "ES256", kid: "test" })
        .setIssuer(ISSUER)
        .setAudience("convex")
        .setSubject(subject)
        .setIssuedAt(Math.floor(clock.now() / 1000))
        .setExpirationTime(Math.floor(clock.now() / 1000) + lifetime)
        .sign(privateKey),
  };
}
