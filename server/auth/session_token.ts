import type { IncomingMessage } from "node:http";
import type { AuthProvider } from "./auth_provider.ts";

/** The bearer token of the session that a request's cookies carry, or null; `peer` is the address it came from. */
export type TokenOfSession = (request: Request, peer: string | null) => Promise<string | null>;

/** Asks the sign-in provider for a session's token, as a page would; null where the session isn't kept here. */
export function tokenOfSession({ handle }: Pick<AuthProvider, "handle">): TokenOfSession {
  return async ({ url, headers }, peer) => {
    const cookie = headers.get("cookie");
    if (!handle || !cookie) return null;
    const forwarded = headers.get("x-forwarded-for");
    const asked = new Request(new URL("/api/auth/token", url), {
      headers: { cookie, ...(forwarded === null ? {} : { "x-forwarded-for": forwarded }) },
    });
    const answer = await handle(asked, peer);
    if (!answer.ok) return null;
    const { token = null } = (await answer.json()) as { token?: string | null };
    return token;
  };
}

/** The address at the other end of a request's connection. */
export const peerOf = (env: unknown): string | null =>
  (env as { incoming?: IncomingMessage } | undefined)?.incoming?.socket.remoteAddress ?? null;
