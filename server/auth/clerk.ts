import type { Config } from "../config.ts";
import type { AuthProvider } from "./auth_provider.ts";
import { remoteKeys } from "./remote-keys.ts";
import { createVerifier } from "./verifier.ts";

/** The name of Clerk's token template, and the audience that it writes (CORE-007). */
const TEMPLATE = "convex";

/**
 * Sign-in by Clerk's own widgets in the browser; the server only verifies the tokens of its template. The template
 * needs no `email_verified`: Clerk accepts only a verified address as a person's primary one.
 */
export function createClerkProvider(auth: Extract<Config["auth"], { provider: "clerk" }>): AuthProvider {
  const { issuer, publishableKey, jwksUri } = auth;
  return {
    verifyToken: createVerifier({
      issuer,
      audience: TEMPLATE,
      keys: remoteKeys(jwksUri ?? `${issuer.replace(/\/$/, "")}/.well-known/jwks.json`),
      verifiedByDefault: true,
    }),
    handle: null,
    clientSettings: { provider: "clerk", issuer, publishableKey, tokenTemplate: TEMPLATE },
  };
}
