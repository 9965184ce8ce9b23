import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { id, moment } from "../../../../lib/schemas.ts";
import { inNotebook } from "../../../../server/access/gate.ts";
import { action, mutation } from "../../../../server/functions/define.ts";
import { COPY_MINUTES } from "../../rules/copies.ts";
import * as schema from "../../rules/copy-schema.ts";
import * as data from "./data.ts";
import { copyLink } from "./links.ts";

const MINUTE_MS = 60_000;

/** A step of the download: creates its ticket. */
const openTicket = mutation({
  args: schema.getCopyUrl.args,
  returns: z.strictObject({ ticketId: id, expiresAt: moment }),
  access: inNotebook("notebook.see"),
  handler: async ({ db, access, now }) => {
    const id = uuidv7();
    const expiresAt = new Date(now.getTime() + COPY_MINUTES * MINUTE_MS);
    await data.insertTicket(db, access, { id, expiresAt });
    return { ticketId: id, expiresAt: expiresAt.getTime() };
  },
});

/**
 * Registered as `diaries.getCopyUrl`: an address that serves, once and within 5 minutes, a ZIP with everything the
 * caller sees of a notebook. Permissions are checked during the download.
 */
export const getCopyUrl = action({
  ...schema.getCopyUrl,
  access: inNotebook("notebook.see"),
  handler: async ({ access: { diaryId, userId }, run, links }, args) => {
    const { ticketId, expiresAt } = await run(openTicket, args);
    return { url: links.sign(copyLink({ ticketId, diaryId, userId }), expiresAt) };
  },
});
