import type { AuthParts, AuthProvider } from "./auth_provider.ts";
import { createClerkProvider } from "./clerk.ts";
import { createEmbeddedProvider } from "./embedded_provider.ts";
import { createOidcProvider } from "./oidc.ts";

/**
 * Creates the configured sign-in: the embedded one, an OpenID Connect issuer, or Clerk. Without a mail server no
 * address counts as verified, whatever the token states: no mail would reach its owner.
 */
export function createAuthProvider(parts: AuthParts): AuthProvider {
  const provider = configuredProvider(parts);
  if (parts.config.smtpUrl !== null) return provider;
  return {
    ...provider,
    verifyToken: async (token) => ({ ...(await provider.verifyToken(token)), emailVerified: false }),
  };
}

function configuredProvider(parts: AuthParts): AuthProvider {
  const { auth } = parts.config;
  switch (auth.provider) {
    case "embedded":
      return createEmbeddedProvider(parts);
    case "clerk":
      return createClerkProvider(parts, auth);
    case "oidc":
      return createOidcProvider(parts, auth);
  }
}
