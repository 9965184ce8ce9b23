import { pipeline } from "node:stream";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import type { PlainWords } from "../../lib/errors.ts";
import { FILES_PATH } from "../../lib/file-paths.ts";
import type { Message } from "../../lib/words/message.ts";
import { describeRefusal } from "../../server/http/refusal.ts";
import { systemClock } from "../clock.ts";
import type { HttpEnv, LinkHandler, RoomParts } from "../rooms.ts";
import { getErrorCode } from "../start_error.ts";
import { StorageFault } from "../storage/fault.ts";
import type { FileLink } from "../storage/links.ts";
import { getFileKeyPlace } from "../storage/received.ts";
import { createDecryptStream } from "../storage/sealed_stream.ts";
import { CannotOpen } from "../vault/cipher.ts";

/**
 * Headers that make any file harmless: browsers save it, don't run it, don't guess its type, don't cache it, and
 * don't give it to other sites.
 */
export const SAFE_HEADERS = {
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Files are small: a range request gets the whole file, as RFC 9110 allows.
  "Accept-Ranges": "none",
};

/**
 * `PUT` and `GET /api/files/<signed link>`: uploads and downloads through this server. The room that made a link
 * decides about its access.
 */
export function createFileRoutes(parts: RoomParts): Hono<HttpEnv> {
  const handlers = new Map<string, LinkHandler>(
    parts.rooms.flatMap(({ links }) => Object.entries(links ?? {})),
  );
  const { clock = systemClock } = parts;
  const read = (token: string) => {
    const link = parts.links.read(token, clock.now());
    const handler = link && handlers.get(link.use);
    return handler ? { link, handler } : null;
  };
  const activeUploads = new Set<string>();
  const routes = new Hono<HttpEnv>();
  routes.put(`${FILES_PATH}:link`, async (c) => {
    const token = c.req.param("link");
    const found = read(token);
    if (!found?.handler.receive) return refuse(c, 403, NO_LINK);
    // One upload at a time per link: parallel ones could fill the disk, and only one may count.
    if (activeUploads.has(token)) return refuse(c, 409, { key: "refusals.uploading" });
    activeUploads.add(token);
    try {
      const { incoming, outgoing } = c.env;
      const outcome = await found.handler
        .receive(parts, found.link, incoming)
        .catch((error) => unavailable(parts, error));
      // The rest of the body isn't read, so the connection can't be used again.
      if (!incoming.complete) outgoing.setHeader("Connection", "close");
      return outcome.status === 200 ? c.text("", 200) : refuse(c, outcome.status, outcome.error);
    } finally {
      activeUploads.delete(token);
    }
  });
  routes.get(`${FILES_PATH}:link`, async (c) => {
    const found = read(c.req.param("link"));
    if (found?.handler.respond) return found.handler.respond(parts, c, found.link);
    if (found?.handler.find) return send(parts, c, found.link, found.handler.find);
    return refuse(c, 403, NO_LINK);
  });
  return routes;
}

function unavailable({ log }: RoomParts, error: unknown) {
  if (!(error instanceof StorageFault)) throw error;
  log.error({ part: "files", err: error.cause }, error.message);
  return { status: 503, error: error.words } as const;
}

export const NO_LINK = { key: "refusals.noLink" } as const satisfies Message;

export const refuse = (c: Context<HttpEnv>, status: number, error: Message | PlainWords) =>
  c.json(describeRefusal(error), status as 403);

async function send(
  parts: RoomParts,
  c: Context<HttpEnv>,
  link: FileLink,
  find: NonNullable<LinkHandler["find"]>,
): Promise<Response> {
  const { database, storage, vault, log } = parts;
  const file = await find(parts, link);
  if (!file) return refuse(c, 404, { english: "Not found" });
  const { use, userId: _, ...named } = link;
  try {
    const place = getFileKeyPlace(file.objectName);
    const key = file.fileKey && (await vault.open(database.db, file.diaryId, place, file.fileKey));
    const headers = {
      ...SAFE_HEADERS,
      "Content-Type": file.type,
      "Content-Length": String(file.sizeBytes),
      "Content-Disposition": file.disposition,
    };
    if (c.req.raw.method === "HEAD") return c.body(null, 200, headers);
    const stored = await storage.stream(file.objectName);
    if (!stored) throw new CannotOpen("damaged");
    const { outgoing } = c.env;
    outgoing.writeHead(200, headers);
    // A file that turns out to be damaged breaks the response off, so that nobody takes it for complete.
    pipeline([stored, ...(key ? [createDecryptStream(key)] : []), outgoing], (error) => {
      if (error && !isAborted(error))
        log.error({ part: "files", use, ...named, err: error }, "a file broke off");
    });
    return RESPONSE_ALREADY_SENT;
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    log.error({ part: "files", use, ...named, reason: error.reason }, "a file can't be read any more");
    return refuse(c, 404, { english: "Not found" });
  }
}

/** The client closed the connection. */
export const isAborted = (error: Error) => getErrorCode(error) === "ERR_STREAM_PREMATURE_CLOSE";
