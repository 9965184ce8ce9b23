import { mutation, query } from "../../../server/functions/define.ts";
import { maySeeTarget } from "../../comments/server/public.ts";
import * as schema from "../schema.ts";
import { maySeeUpdates } from "./access.ts";
import * as data from "./data.ts";
import * as marks from "./marks.ts";

/** What others did in a notebook, or in all of the caller's, that the caller hasn't read; grouped. */
export const listNew = query({
  ...schema.listNew,
  access: maySeeUpdates(),
  handler: ({ db, vault, access }) => data.listNew(db, access, vault),
});

/** A page of all that happened in a notebook, or in all of the caller's, newest first. */
export const pageUpdates = query({
  ...schema.pageUpdates,
  access: maySeeUpdates(),
  handler: ({ db, vault, access, journal }, { paginationOpts }) =>
    data.pageUpdates(db, access, vault, paginationOpts, journal),
});

/** Records that the caller has read a note, a task or a program, with its comments and files. */
export const markRead = mutation({
  ...schema.markRead,
  access: maySeeTarget(),
  handler: async ({ db, access, now }, { upTo }) => {
    await marks.markRead(db, access, upTo, now);
    return null;
  },
});

/** Records that the caller has read everything in a notebook, or in all of theirs. */
export const markAllRead = mutation({
  ...schema.markAllRead,
  access: maySeeUpdates(),
  handler: async ({ db, access, now }, { upTo }) => {
    await marks.markAllRead(db, access, upTo, now);
    return null;
  },
});

/** Records that the caller was shown who joined, what was done and started, and what they were given to do. */
export const markShown = mutation({
  ...schema.markShown,
  access: maySeeUpdates(),
  handler: async ({ db, access, now }, { upTo }) => {
    await marks.markShown(db, access, upTo, now);
    return null;
  },
});
