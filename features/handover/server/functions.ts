import { inNotebook } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { maySeeUpdates } from "../../updates/server/public.ts";
import * as schema from "../schema.ts";
import { mayMarkHandover, maySeeHandover } from "./access.ts";
import * as data from "./data.ts";
import { enqueueLinkMails } from "./link_mails.ts";
import * as marks from "./read_markers.ts";

/** Returns the handover since the caller's read marker; see `handover`. */
export const getHandover = query({
  ...schema.getHandover,
  access: maySeeHandover(),
  handler: ({ db, vault, access }, { since, at }) => data.getHandover(db, access, vault, { since, at }),
});

/** Returns the handover of a span, such as a shift, with the caller's own entries. */
export const getShift = query({
  ...schema.getShift,
  access: maySeeHandover(),
  handler: ({ db, vault, access }, { fromTime, untilTime, at }) =>
    data.getHandover(db, access, vault, { fromTime, untilTime, at }),
});

/** Lists the caller's notebooks, each with the time of its read marker. */
export const listStarts = query({
  ...schema.listStarts,
  access: maySeeUpdates(),
  handler: ({ db, access }) => marks.listStarts(db, access),
});

/** Up to when the members have read; viewers get only their own. */
export const listReceipts = query({
  ...schema.listReceipts,
  access: inNotebook("members.see"),
  handler: ({ db, access }) => marks.listReceipts(db, access),
});

/** Records that the caller has read the shown entries: everything up to `upTo`, and the keys of the tail. */
export const markRead = mutation({
  ...schema.markRead,
  access: mayMarkHandover(),
  handler: async ({ db, access, now }, { upTo, tail, noteId = null }) => {
    await marks.markRead(db, access, { upTo, tail, noteId }, now);
    return null;
  },
});

/** Moves the caller's read marker back, so that entries recorded since `upTo` are shown again. */
export const markUnreadFrom = mutation({
  ...schema.markUnreadFrom,
  access: inNotebook("notebook.see"),
  handler: async ({ db, access, now }, { upTo }) => {
    await marks.markUnreadFrom(db, access, upTo, now);
    return null;
  },
});

/** Mails members a link to the page, without its content; returns the number of mails. */
export const sendLink = mutation({
  ...schema.sendLink,
  access: inNotebook("notes.create"),
  handler: ({ db, access, now, baseUrl, unsubscribe }, { userIds, span }) =>
    enqueueLinkMails(db, access, { userIds, span }, { now, baseUrl, unsubscribe }),
});
