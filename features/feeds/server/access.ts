import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import { type AccessRule, person } from "../../../server/access/gate.ts";
import { FEED_MESSAGES } from "../rules.ts";

declare const proven: unique symbol;

/** Access to a feed of the caller's own. */
export type FeedAccess = { readonly [proven]: "feed"; readonly userId: string; readonly feedId: string };

/** Checks access to one's own feed. A missing feed and another user's feed give the same error. */
export const checkOwnFeed = (): AccessRule<{ feedId: string }, FeedAccess> => ({
  action: "person",
  async resolve(caller, { feedId }) {
    const { userId } = await person().resolve(caller, {});
    const own = isFullId(feedId)
      ? await caller.db
          .selectFrom("calendar_feeds")
          .select("id")
          .where("id", "=", feedId)
          .where("user_id", "=", userId)
          .executeTakeFirst()
      : undefined;
    if (!own) throw new CareError("not-found", FEED_MESSAGES.notFound);
    return { userId, feedId: own.id } as FeedAccess;
  },
});
