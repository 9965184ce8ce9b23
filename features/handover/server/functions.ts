import { inNotebook } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { maySeeUpdates } from "../../updates/server/public.ts";
import * as schema from "../schema.ts";
import { mayMarkHandover, maySeeHandover } from "./access.ts";
import * as data from "./data.ts";
import { enqueueLinkMails } from "./link_mails.ts";
import * as marks from "./marks.ts";

/** Everything since the caller last said that they have read; see `handover`. */
export const getHandover = query({
  ...schema.getHandover,
  access: maySeeHandover(),
  handler: ({ db, vault, access }, { since, at }) => data.getHandover(db, access, vault, { since, at }),
});

/** The same of a span, such as a shift, with what the caller did themselves. */
export const getShift = query({
  ...schema.getShift,
  access: maySeeHandover(),
  handler: ({ db, vault, access }, { fromTime, untilTime, at }) =>
    data.getHandover(db, access, vault, { fromTime, untilTime, at }),
});

/** The caller's notebooks with the time up to which they have read each. */
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

/** Records that the caller has read what they were shown: everything up to `upTo`, and the things of the tail. */
export const markRead = mutation({
  ...schema.markRead,
  access: mayMarkHandover(),
  handler: async ({ db, access, now }, { upTo, tail, noteId = null }) => {
    await marks.markRead(db, access, { upTo, tail, noteId }, now);
    return null;
  },
});

/** Sets the caller's mark back, so that what was recorded since `upTo` stands on their page again. */
export const markUnreadFrom = mutation({
  ...schema.markUnreadFrom,
  access: inNotebook("notebook.see"),
  handler: async ({ db, access, now }, { upTo }) => {
    await marks.markUnreadFrom(db, access, upTo, now);
    return null;
  },
});

/** Mails members a link to the page, and nothing of what is on it; returns how many get one. */
export const sendLink = mutation({
  ...schema.sendLink,
  access: inNotebook("notes.create"),
  handler: ({ db, access, now, baseUrl, unsubscribe }, { userIds, span }) =>
    enqueueLinkMails(db, access, { userIds, span }, { now, baseUrl, unsubscribe }),
});
