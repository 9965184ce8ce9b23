import { mutation, query } from "../../../server/functions/define.ts";
import { maySeeTarget } from "../../comments/server/public.ts";
import { markNewsSeen, markShownSeen, markSubjectSeen } from "../../notifications/server/public.ts";
import * as schema from "../schema.ts";
import { maySeeUpdates, type UpdatesAccess } from "./access.ts";
import * as data from "./data.ts";
import * as marks from "./marks.ts";

/** Unread updates by others in a notebook, or in all of the caller's; grouped. */
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

/**
 * Records that the caller has read a note, a task or a program, with its comments and files, and so has seen the
 * notifications about it.
 */
export const markRead = mutation({
  ...schema.markRead,
  access: maySeeTarget(),
  handler: async ({ db, access, now, writeLast }, { upTo }) => {
    await marks.markRead(db, access, upTo, now);
    const { userId, diaryId, target } = access;
    writeLast(
      markSubjectSeen(
        db,
        { userId, before: marks.readMomentAfter(upTo, now), now },
        { diaryId, type: target.targetType, id: target.targetId },
      ),
    );
    return null;
  },
});

/** Records that the caller has read everything in a notebook, or in all of theirs. */
export const markAllRead = mutation({
  ...schema.markAllRead,
  access: maySeeUpdates(),
  handler: async ({ db, access, now, writeLast }, { upTo }) => {
    await marks.markAllRead(db, access, upTo, now);
    writeLast(markNewsSeen(db, readerUpTo(access, upTo, now), getNotebooks(access)));
    return null;
  },
});

/** Records that the caller was shown new members, done and started items, and their assigned tasks. */
export const markShown = mutation({
  ...schema.markShown,
  access: maySeeUpdates(),
  handler: async ({ db, access, now, writeLast }, { upTo }) => {
    await marks.markShown(db, access, upTo, now);
    writeLast(markShownSeen(db, readerUpTo(access, upTo, now), getNotebooks(access)));
    return null;
  },
});

const readerUpTo = ({ userId }: UpdatesAccess, upTo: number, now: Date) => ({
  userId,
  before: marks.readMomentAfter(upTo, now),
  now,
});

const getNotebooks = ({ notebooks }: UpdatesAccess) => notebooks.map(({ diaryId }) => diaryId);
