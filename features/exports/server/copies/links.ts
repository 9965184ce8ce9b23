import { pipeline } from "node:stream";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { recordAuditEvent } from "../../../../server/access/audit.ts";
import { inNotebook } from "../../../../server/access/gate.ts";
import { findBearerOfLink, nullIfRefused } from "../../../../server/access/link_bearer.ts";
import { isAborted, NO_LINK, refuse, SAFE_HEADERS } from "../../../../server/http/files.ts";
import type { HttpEnv, Room, RoomParts } from "../../../../server/rooms.ts";
import { formatContentDisposition } from "../../../../server/storage/disposition.ts";
import { getNotebook } from "../../../notebooks/server/public.ts";
import { COPY_MESSAGES, copyFilename } from "../../rules/copies.ts";
import { readCopy } from "./copy.ts";
import * as copies from "./data.ts";
import { toZip } from "./zip.ts";

type CopyLink = { use: string; ticketId: string; diaryId: string; userId: string };

/** The link that serves one copy of a notebook, once. */
export const copyLink = (of: Omit<CopyLink, "use">): CopyLink => ({ use: "copy", ...of });

/** The users who are downloading a copy from this node: one download at a time each, because it reads everything. */
const underWay = new Set<string>();

/**
 * Streams a copy of a notebook as a ZIP that is built on the fly: nothing is stored, and at most one page of notes is
 * in memory, without an open transaction. Each page checks the reader's permissions again.
 */
async function sendCopy(parts: RoomParts, c: Context<HttpEnv>, link: CopyLink): Promise<Response> {
  if (c.req.raw.method === "HEAD") return refuse(c, 405, NO_LINK);
  const { userId } = link;
  if (underWay.has(userId)) return refuse(c, 409, COPY_MESSAGES.underWay);
  underWay.add(userId);
  try {
    const begun = await begin(parts, link);
    if (!begun) {
      underWay.delete(userId);
      return refuse(c, 403, NO_LINK);
    }
    const { outgoing } = c.env;
    outgoing.writeHead(200, {
      ...SAFE_HEADERS,
      "Content-Type": "application/zip",
      "Content-Disposition": formatContentDisposition({ filename: begun.filename, previewType: null }, false),
    });
    // A failure aborts the response, so that nobody takes a partial copy for a complete one.
    pipeline(toZip(readCopy(parts, link)), outgoing, (error) => {
      underWay.delete(userId);
      if (error && !isAborted(error)) {
        parts.log.error({ part: "copies", diaryId: link.diaryId, err: error }, "a copy broke off");
      }
    });
    return RESPONSE_ALREADY_SENT;
  } catch (error) {
    underWay.delete(userId);
    throw error;
  }
}

/**
 * Takes the ticket and writes the audit event; null when there is no ticket, or its owner may not read the notebook any
 * more.
 */
function begin({ database }: RoomParts, { ticketId, diaryId, userId }: CopyLink) {
  return database.db.transaction().execute(async (db) => {
    const caller = await findBearerOfLink(db, userId);
    const access = await inNotebook("notebook.see").resolve(caller, { diaryId }).catch(nullIfRefused);
    if (!access || !(await copies.takeTicket(db, access, ticketId))) return null;
    const notebook = await getNotebook(db, access, "");
    if (!notebook) return null;
    const event = { eventType: "notebook.copied", diaryId, targetType: "notebook", targetId: diaryId };
    await recordAuditEvent(db, userId, event);
    return { filename: copyFilename(notebook.name, toDayInZone(Date.now(), notebook.timeZone)) };
  });
}

export const linkHandlers: Room["links"] = {
  copy: { respond: (parts, c, link) => sendCopy(parts, c, link as CopyLink) },
};
