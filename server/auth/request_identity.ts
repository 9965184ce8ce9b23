import type { Context } from "hono";
import type { RouteParts } from "../rooms.ts";
import { verifyBearer } from "./bearer.ts";
import type { Identity } from "./identity.ts";
import { cacheVerifications } from "./remembering.ts";
import { getPeer } from "./session_token.ts";

/**
 * Reads who sends a request: by its bearer token, else by its session cookie; null without both. Only for routes that
 * read, because other sites' pages can send the cookie but can't see the answer.
 * @throws CareError as `verifyBearer`
 */
export function createIdentityReader(
  parts: Pick<RouteParts, "verifyToken" | "tokenOfSession">,
): (c: Context) => Promise<Identity | null> {
  const verifyToken = cacheVerifications(parts.verifyToken);
  return async (c) => {
    const given = c.req.header("authorization");
    const session = given ? null : await parts.tokenOfSession?.(c.req.raw, getPeer(c.env));
    return verifyBearer(session ? `Bearer ${session}` : given, verifyToken);
  };
}
