import { Hono } from "hono";
import { CareError } from "../../../lib/errors.ts";
import { PICTURES_PATH } from "../../../lib/file-paths.ts";
import { createIdentityReader } from "../../../server/auth/request_identity.ts";
import type { RouteParts } from "../../../server/rooms.ts";
import { StorageFault } from "../../../server/storage/fault.ts";
import { PREVIEW_SIDES, type PreviewSize } from "../../../server/storage/storage.ts";
import { CannotOpen } from "../../../server/vault/cipher.ts";
import { mayUseAttachment } from "./access.ts";
import { findFile } from "./data.ts";
import { readPreview } from "./previews.ts";

const HEADERS = {
  "Content-Type": "image/webp",
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Authorization, Cookie",
};
/** The browser keeps a picture but asks before each use, so that a removed member doesn't see it again. */
const KEPT = "private, no-cache";

/**
 * `GET /api/pictures/<attachment id>[?size=screen]` with a bearer token or a session cookie: a small version of an
 * attached picture as WebP, at most 320 pixels long, or 1,600. Each request is checked as the original's; a hidden one,
 * a missing one and a file without a small version give the same answer.
 */
export function createPictureRoute(
  parts: Pick<RouteParts, "database" | "storage" | "vault" | "log" | "verifyToken" | "tokenOfSession">,
): Hono {
  const { database, log } = parts;
  const identityOf = createIdentityReader(parts);
  const route = new Hono();
  route.get(`${PICTURES_PATH}:id`, async (c) => {
    const size = c.req.query("size") ?? "small";
    const missing = () => c.json({ error: "Not found" }, 404, { "Cache-Control": "no-store" });
    try {
      const caller = { db: database.db, identity: await identityOf(c) };
      const attachmentId = c.req.param("id");
      const access = await mayUseAttachment("attachments.see").resolve(caller, { attachmentId });
      // A platform administrator's openings are recorded, which small versions aren't.
      if (access.asAdministrator || !isSize(size)) return missing();
      const file = await findFile(database.db, access);
      if (!file) return missing();
      const etag = `"${size}"`;
      const headers = { ...HEADERS, "Cache-Control": file.isEncrypted ? "no-store" : KEPT, ETag: etag };
      if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
      const preview = await readPreview(parts, file, size);
      return preview ? c.body(new Uint8Array(preview), 200, headers) : missing();
    } catch (error) {
      if (error instanceof CannotOpen) return missing();
      if (!(error instanceof CareError)) throw error;
      if (error.code === "unauthenticated") {
        return c.json({ error: error.message }, 401, { "WWW-Authenticate": "Bearer" });
      }
      if (error.code !== "busy") return missing();
      if (error instanceof StorageFault) log.error({ part: "previews", err: error.cause }, error.message);
      return c.json({ error: error.message }, 503, { "Retry-After": "2" });
    }
  });
  return route;
}

const isSize = (size: string): size is PreviewSize => Object.hasOwn(PREVIEW_SIDES, size);
