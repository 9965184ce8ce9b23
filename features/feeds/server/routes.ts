import { type Context, Hono } from "hono";
import { nullIfRefused } from "../../../server/access/link_bearer.ts";
import { consume, getNetworkKey, type Limit } from "../../../server/auth/limits.ts";
import { hashOfSecret } from "../../../server/auth/link_token.ts";
import { getCallerAddress } from "../../../server/auth/request.ts";
import { getPeer } from "../../../server/auth/session_token.ts";
import type { RouteParts } from "../../../server/rooms.ts";
import { findFeed, recordFetch } from "./data.ts";
import { renderFeed } from "./render.ts";

/** Fetches of one feed: programs need at most a few an hour. */
const FETCHES: Limit = { window: 3_600, max: 60 };
/** Links of one network that open nothing. A link that opens something is never refused because of these. */
const UNKNOWN_LINKS: Limit = { window: 60, max: 10 };

/** 32 bytes in base64url. */
const FILE_NAME = /^([A-Za-z0-9_-]{43})\.ics$/;
const MAX_AGENT_LENGTH = 200;

const HEADERS = {
  "Cache-Control": "private, no-cache",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * `GET` and `HEAD /api/calendars/<token>.ics`: the tasks of the link's person as a calendar, as they may see them at
 * that moment. A link that was never made, was replaced or stopped, or whose person may no longer gives the same 404.
 */
export function createFeedRoute(parts: Pick<RouteParts, "database" | "baseUrl" | "trustProxy">): Hono {
  const { baseUrl, trustProxy } = parts;
  const { db } = parts.database;
  const route = new Hono();

  async function refuseUnknown(c: Context) {
    const address = getCallerAddress(getPeer(c.env), c.req.header("x-forwarded-for") ?? null, trustProxy);
    const { allowed, retryAfter } = await consume(
      db,
      `unknown feed|${getNetworkKey(address)}`,
      UNKNOWN_LINKS,
    );
    return allowed ? c.json({ error: "Not found" }, 404, HEADERS) : respondTooMany(c, retryAfter);
  }

  route.get("/api/calendars/:file", async (c) => {
    const token = FILE_NAME.exec(c.req.param("file"))?.[1];
    if (token === undefined) return refuseUnknown(c);
    const tokenHash = hashOfSecret(token);
    const feed = await findFeed(db, tokenHash);
    if (!feed) return refuseUnknown(c);
    const { allowed, retryAfter } = await consume(db, `feed|${feed.feedId}`, FETCHES);
    if (!allowed) return respondTooMany(c, retryAfter);

    const now = new Date();
    const rendered = await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((trx) => renderFeed(trx, tokenHash, { baseUrl, now }))
      .catch(nullIfRefused);
    if (!rendered) return refuseUnknown(c);
    const { body, contentHash } = rendered;
    const agent = toPrintable(c.req.header("user-agent"));
    const since = await recordFetch(db, tokenHash, { at: now, agent, contentHash });
    if (since === null) return refuseUnknown(c);

    const etag = `"${contentHash.toString("base64url")}"`;
    const headers = { ...HEADERS, ETag: etag, "Last-Modified": new Date(since).toUTCString() };
    if (hasMatchingTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
    return c.body(new Uint8Array(body), 200, {
      ...headers,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Length": String(body.byteLength),
    });
  });
  return route;
}

const respondTooMany = (c: Context, retryAfter: number | null) =>
  c.json({ error: "Too many requests" }, 429, { ...HEADERS, "Retry-After": String(retryAfter ?? 1) });

/** Whether `If-None-Match` names a tag; a proxy that compresses marks tags as weak. */
const hasMatchingTag = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === etag);

const toPrintable = (agent: string | undefined): string | null =>
  agent?.replace(/[^\x20-\x7e]/g, "").slice(0, MAX_AGENT_LENGTH) || null;
