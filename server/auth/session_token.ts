import type { IncomingMessage } from "node:http";
import type { AuthProvider } from "./auth_provider.ts";

/** Returns the bearer token for the session in a request's cookies, or null; `peer` is the client's address. */
export type TokenOfSession = (request: Request, peer: string | null) => Promise<string | null>;

/**
 * Gets a session's token from the sign-in provider, as a page would; always null with a provider that keeps no
 * sessions here.
 */
export function createTokenOfSession({ handle }: Pick<AuthProvider, "handle">): TokenOfSession {
  return async ({ url, headers }, peer) => {
    const cookie = headers.get("cookie");
    if (!cookie) return null;
    const forwarded = headers.get("x-forwarded-for");
    const tokenRequest = new Request(new URL("/api/auth/token", url), {
      headers: { cookie, ...(forwarded === null ? {} : { "x-forwarded-for": forwarded }) },
    });
    const answer = await handle(tokenRequest, peer);
    if (!answer.ok) return null;
    const { token = null } = (await answer.json()) as { token?: string | null };
    return token;
  };
}

/** The client's address on the request's connection. */
export const getPeer = (env: unknown): string | null =>
  (env as { incoming?: IncomingMessage } | undefined)?.incoming?.socket.remoteAddress ?? null;
