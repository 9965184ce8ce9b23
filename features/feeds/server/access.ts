import { type AccessRule, person } from "../../../server/access/gate.ts";
import { requireOwnRow } from "../../../server/access/own_row.ts";

declare const proven: unique symbol;

/** Access to a feed of the caller's own. */
export type FeedAccess = { readonly [proven]: "feed"; readonly userId: string; readonly feedId: string };

/** Checks access to one's own feed. A missing feed and another user's feed give the same error. */
export const checkOwnFeed = (): AccessRule<{ feedId: string }, FeedAccess> => ({
  action: "person",
  async resolve(caller, { feedId }) {
    const { userId } = await person().resolve(caller, {});
    const key = { id: feedId, userId };
    await requireOwnRow(caller.db, "calendar_feeds", key, { key: "refusals.feedNotFound" });
    return { userId, feedId } as FeedAccess;
  },
});
