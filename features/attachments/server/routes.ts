import { pipeline } from "node:stream";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import type { Database } from "../../../server/db/database.ts";
import type { Logger } from "../../../server/log.ts";
import { errorCode } from "../../../server/start-error.ts";
import { contentDisposition, servedType } from "../../../server/storage/disposition.ts";
import { StorageFault } from "../../../server/storage/fault.ts";
import type { FileLink, FileLinks } from "../../../server/storage/links.ts";
import { fileKeyPlace } from "../../../server/storage/received.ts";
import { opening } from "../../../server/storage/sealed_stream.ts";
import type { FileStorage } from "../../../server/storage/storage.ts";
import { CannotOpen } from "../../../server/vault/cipher.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { sendCopy } from "../../copies/server/routes.ts";
import { EXPORT_CONTENT_TYPES } from "../../exports/rules.ts";
import { onExport } from "../../exports/server/access.ts";
import * as exports from "../../exports/server/data.ts";
import { FILES_PATH } from "../rules.ts";
import { bearerOfLink, nullIfRefused, onAttachment } from "./access.ts";
import * as attachments from "./data.ts";
import { receiveFile } from "./receive_file.ts";

export type FileParts = {
  database: Database;
  storage: FileStorage;
  vault: Vault;
  links: FileLinks;
  log: Logger;
};

export type Env = { Bindings: HttpBindings };

/** Whatever a file holds: it is saved, not run, not guessed at, not kept, and not for other pages. */
export const INERT = {
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Files are small; a part that is asked for is answered with the whole, as RFC 9110 allows.
  "Accept-Ranges": "none",
};

/** `PUT` and `GET /api/files/<signed link>`: the files that pass through this server. */
export function createFileRoutes(parts: FileParts): Hono<Env> {
  const underWay = new Set<string>();
  const routes = new Hono<Env>();
  routes.put(`${FILES_PATH}:link`, async (c) => {
    const link = parts.links.read(c.req.param("link"), Date.now());
    if (link?.use !== "upload") return refuse(c, 403, NO_LINK);
    const { grantId } = link;
    // One attempt at a time: parallel ones could fill the disk, and only one may count.
    if (underWay.has(grantId)) return refuse(c, 409, "This file is being uploaded already");
    underWay.add(grantId);
    try {
      const { incoming, outgoing } = c.env;
      const outcome = await receiveFile(parts, grantId, incoming).catch((error) => unavailable(parts, error));
      // Nobody reads on what is still sent, and nothing else can come on this connection.
      if (!incoming.complete) outgoing.setHeader("Connection", "close");
      return outcome.status === 200 ? c.text("", 200) : refuse(c, outcome.status, outcome.error);
    } finally {
      underWay.delete(grantId);
    }
  });
  routes.get(`${FILES_PATH}:link`, async (c) => {
    const link = parts.links.read(c.req.param("link"), Date.now());
    if (link?.use === "copy") return sendCopy(parts, c, link);
    return link && link.use !== "upload" ? send(parts, c, link) : refuse(c, 403, NO_LINK);
  });
  return routes;
}

function unavailable({ log }: FileParts, error: unknown) {
  if (!(error instanceof StorageFault)) throw error;
  log.error({ part: "files", err: error.cause }, error.message);
  return { status: 503, error: error.message } as const;
}

export const NO_LINK = "This link is not valid or has expired";

export const refuse = (c: Context<Env>, status: number, error: string) => c.json({ error }, status as 403);

type ReadLink = Exclude<FileLink, { use: "upload" | "copy" }>;

/** What a link opens, with what it is given out as. Each fetch asks again whether the person of the link may. */
async function fileOfLink({ database: { db } }: FileParts, link: ReadLink) {
  const caller = await bearerOfLink(db, link.userId);
  if (link.use === "export") {
    const access = await onExport("exports.make").resolve(caller, link).catch(nullIfRefused);
    const file = access && (await exports.findFile(db, access));
    const disposition = file && contentDisposition({ ...file, previewType: null }, false);
    return file && { ...file, type: EXPORT_CONTENT_TYPES[file.format], disposition: disposition! };
  }
  const access = await onAttachment("attachments.see").resolve(caller, link).catch(nullIfRefused);
  const file = access && (await attachments.findFile(db, access));
  return file && { ...file, type: servedType(file), disposition: contentDisposition(file, link.preview) };
}

async function send(parts: FileParts, c: Context<Env>, link: ReadLink): Promise<Response> {
  const { database, storage, vault, log } = parts;
  const file = await fileOfLink(parts, link);
  if (!file) return refuse(c, 404, "Not found");
  const { use, userId: _, ...named } = link;
  try {
    const place = fileKeyPlace(file.objectName);
    const key = file.fileKey && (await vault.open(database.db, file.diaryId, place, file.fileKey));
    const headers = {
      ...INERT,
      "Content-Type": file.type,
      "Content-Length": String(file.sizeBytes),
      "Content-Disposition": file.disposition,
    };
    if (c.req.raw.method === "HEAD") return c.body(null, 200, headers);
    const stored = await storage.stream(file.objectName);
    if (!stored) throw new CannotOpen("damaged");
    const { outgoing } = c.env;
    outgoing.writeHead(200, headers);
    // What turns out to be damaged on the way breaks off, so that nobody takes it for the whole.
    pipeline([stored, ...(key ? [opening(key)] : []), outgoing], (error) => {
      if (error && !isAborted(error))
        log.error({ part: "files", use, ...named, err: error }, "a file broke off");
    });
    return RESPONSE_ALREADY_SENT;
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    log.error({ part: "files", use, ...named, reason: error.reason }, "a file can't be read any more");
    return refuse(c, 404, "Not found");
  }
}

/** Whoever fetched it went away. */
export const isAborted = (error: Error) => errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE";
