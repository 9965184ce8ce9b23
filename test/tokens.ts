import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import type { TokenVerifier } from "../server/auth/identity.ts";
import { createVerifier } from "../server/auth/verifier.ts";

/** `emailVerified` is left out of the token unless given: this issuer's addresses count as proven. */
export type Claims = { subject: string; email: string; name: string; emailVerified?: boolean };

/** The lifetime of a token that nobody renews while a file of tests runs, on however busy a machine. */
export const LASTING = { lifetime: 3600 };

export type Issuer = {
  verifyToken: TokenVerifier;
  /** A signed token for a person; `lifetime` in seconds. */
  tokenFor(person: Claims, options?: { lifetime?: number }): Promise<string>;
};

const ISSUER = "https://issuer.test";

/** A sign-in provider of the test's own: real keys, real signatures, the server's own way of checking them. */
export async function createIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "test", alg: "ES256" };
  return {
    verifyToken: createVerifier({
      issuer: ISSUER,
      audience: "convex",
      keys: createLocalJWKSet({ keys: [jwk] }),
      algorithms: ["ES256"],
      provenByDefault: true,
    }),
    tokenFor: ({ subject, email, name, emailVerified }, { lifetime = 300 } = {}) =>
      new SignJWT({ email, name, email_verified: emailVerified })
        .setProtectedHeader({ alg: "ES256", kid: "test" })
        .setIssuer(ISSUER)
        .setAudience("convex")
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
        .sign(privateKey),
  };
}
