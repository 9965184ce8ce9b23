import type { AuthUser } from "./auth-client.ts";

/**
 * Reads the person from a JWT's payload, without verifying the signature: the server does that. Returns null when the
 * token isn't a JWT.
 */
export function getUserFromToken(token: string): AuthUser | null {
  const payload = getTokenClaims(token);
  if (!payload || typeof payload.sub !== "string") return null;
  const text = (claim: unknown) => (typeof claim === "string" ? claim : "");
  return { id: payload.sub, email: text(payload.email), name: text(payload.name) };
}

/** The claims of a JWT, unchecked, or null when the text isn't a JWT. */
export function getTokenClaims(token: string): Record<string, unknown> | null {
  try {
    const part = token.split(".")[1] ?? "";
    const bytes = Uint8Array.from(atob(part.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
