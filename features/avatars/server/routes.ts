import { Hono } from "hono";
import { CareError } from "../../../lib/errors.ts";
import { createIdentityReader } from "../../../server/auth/request_identity.ts";
import type { RouteParts } from "../../../server/rooms.ts";
import { getPhotoFile, PHOTO_SIZES } from "../../../server/storage/storage.ts";
import { readPhoto } from "./access.ts";

const HEADERS = {
  "Content-Type": "image/jpeg",
  "X-Content-Type-Options": "nosniff",
  // A photo never changes under its address, but one person's cached copy must not be served to another.
  "Cache-Control": "private, max-age=31536000, immutable",
  Vary: "Authorization, Cookie",
};

/**
 * `GET /api/avatars/<id>[?size=small]` with a bearer token or a session cookie: a photo as JPEG, at most 1024 pixels or
 * a square of 192. A cookie is enough for reading: other sites' pages can't see the answer. Without access the answer
 * is the same as for a missing photo; every request is checked.
 */
export function createAvatarRoute(
  parts: Pick<RouteParts, "database" | "storage" | "verifyToken" | "tokenOfSession">,
): Hono {
  const { database, storage } = parts;
  const identityOf = createIdentityReader(parts);
  const route = new Hono();
  route.get("/api/avatars/:id", async (c) => {
    try {
      const size = PHOTO_SIZES.find((each) => each === (c.req.query("size") ?? "whole"));
      const identity = await identityOf(c);
      const access = await readPhoto({ db: database.db, identity }, c.req.param("id"));
      if (!access || !size) return c.json({ error: "Not found" }, 404);
      const etag = `"${size}"`;
      if (c.req.header("if-none-match") === etag) return c.body(null, 304, { ...HEADERS, ETag: etag });
      const bytes = await storage.read(getPhotoFile(access.photoId, size));
      if (!bytes) return c.json({ error: "Not found" }, 404);
      return c.body(new Uint8Array(bytes), 200, { ...HEADERS, ETag: etag });
    } catch (error) {
      if (!(error instanceof CareError)) throw error;
      return error.code === "unauthenticated"
        ? c.json({ error: error.message }, 401, { "WWW-Authenticate": "Bearer" })
        : c.json({ error: error.message }, 503, { "Retry-After": "2" });
    }
  });
  return route;
}
