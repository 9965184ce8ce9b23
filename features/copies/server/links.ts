import { pipeline } from "node:stream";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { dayInZone } from "../../../lib/zone-day.ts";
import { recordAuditEvent } from "../../../server/access/audit.ts";
import { inNotebook } from "../../../server/access/gate.ts";
import { bearerOfLink, nullIfRefused } from "../../../server/access/link_bearer.ts";
import { INERT, isAborted, NO_LINK, refuse } from "../../../server/http/files.ts";
import type { HttpEnv, Room, RoomParts } from "../../../server/rooms.ts";
import { contentDisposition } from "../../../server/storage/disposition.ts";
import { getNotebook } from "../../notebooks/server/public.ts";
import { COPY_MESSAGES, copyFilename } from "../rules.ts";
import { copyOf } from "./copy.ts";
import * as copies from "./data.ts";
import { zipOf } from "./zip.ts";

type CopyLink = { use: string; ticketId: string; diaryId: string; userId: string };

/** The link that gives out one copy of a notebook, once. */
export const copyLink = (of: Omit<CopyLink, "use">): CopyLink => ({ use: "copy", ...of });

/** People who are being sent a copy by this node: one at a time each, because it reads everything. */
const underWay = new Set<string>();

/**
 * Gives out a copy of a notebook as a ZIP that is made while it flows: nothing of it is kept, and neither a transaction
 * nor more than a page of notes is held meanwhile. Each page asks anew what its reader may see.
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
      ...INERT,
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition({ filename: begun.filename, previewType: null }, false),
    });
    // What can't be finished breaks off, so that nobody takes it for the whole.
    pipeline(zipOf(copyOf(parts, link)), outgoing, (error) => {
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

/** Takes the ticket and accounts for it; null when there is none, or its owner may not read the notebook any more. */
function begin({ database }: RoomParts, { ticketId, diaryId, userId }: CopyLink) {
  return database.db.transaction().execute(async (db) => {
    const caller = await bearerOfLink(db, userId);
    const access = await inNotebook("notebook.see").resolve(caller, { diaryId }).catch(nullIfRefused);
    if (!access || !(await copies.takeTicket(db, access, ticketId))) return null;
    const notebook = await getNotebook(db, access, "");
    if (!notebook) return null;
    const event = { eventType: "notebook.copied", diaryId, targetType: "notebook", targetId: diaryId };
    await recordAuditEvent(db, userId, event);
    return { filename: copyFilename(notebook.name, dayInZone(Date.now(), notebook.timeZone)) };
  });
}

export const linkHandlers: Room["links"] = {
  copy: { respond: (parts, c, link) => sendCopy(parts, c, link as CopyLink) },
};
