import { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { person, withProver } from "../../../server/access/gate.ts";
import { provenBy, sendOpeningMail } from "../../../server/auth/opening_mail.ts";
import { checkProof } from "../../../server/auth/proof.ts";
import { action, mutation, query } from "../../../server/functions/define.ts";
import { mayListTasks } from "../../tasks/server/public.ts";
import { buildFeedUrl } from "../rules.ts";
import * as schema from "../schema.ts";
import { checkOwnFeed } from "./access.ts";
import * as data from "./data.ts";

const tokenHash = z.string().length(64);

const toAuditEvent = (
  what: "created" | "linkReplaced" | "stopped",
  feedId: string,
  diaryId: string | null,
) => ({
  eventType: `calendarFeed.${what}`,
  diaryId,
  targetType: "calendarFeed",
  targetId: feedId,
});

/** Lists the caller's calendar feeds, each with its last fetch. Never their links. */
export const listFeeds = query({
  ...schema.listFeeds,
  access: person(),
  handler: ({ db, access }) => data.listFeeds(db, access),
});

/** The step of `createFeed` that stores the feed with the hash of its token. */
const storeFeed = mutation({
  args: schema.createFeed.args.omit({ proof: true }).extend({ tokenHash, by: provenBy }),
  returns: schema.createFeed.returns.shape.feedId,
  access: mayListTasks(),
  handler: async ({ db, access, now, audit, baseUrl }, { diaryId = null, by, ...feed }) => {
    const feedId = await data.insertFeed(db, access.userId, { diaryId, ...feed }, now);
    if (feedId === null) throw new CareError("conflict", { key: "refusals.feedExists" });
    await sendOpeningMail({ db, baseUrl }, access.userId, "calendar", by);
    await audit(toAuditEvent("created", feedId, diaryId));
    return feedId;
  },
});

/**
 * Makes a private link with which calendar programs read the tasks of a notebook, or of all. Needs a re-authentication,
 * because the link outlives the session. An action, because the result of a mutation is stored, and the link must not
 * be.
 */
export const createFeed = action({
  ...schema.createFeed,
  access: withProver(mayListTasks()),
  handler: async ({ run, baseUrl, outgoing, access, now }, { proof, ...feed }) => {
    const by = checkProof(outgoing, proof, access.prover, "calendar", now);
    const { token, tokenHash } = data.createToken();
    const feedId = await run(storeFeed, { ...feed, tokenHash, by });
    return { feedId, link: buildFeedUrl(baseUrl, token) };
  },
});

/** Changes the given settings of a feed; its link stays. */
export const changeFeed = mutation({
  ...schema.changeFeed,
  access: checkOwnFeed(),
  handler: async ({ db, access, now }, { feedId: _, ...change }) => {
    await data.changeFeed(db, access, change, now);
    return null;
  },
});

/** The step of `replaceLink` that stores the hash of the new token. */
const storeLink = mutation({
  args: schema.replaceLink.args.omit({ proof: true }).extend({ tokenHash, by: provenBy }),
  returns: z.null(),
  access: checkOwnFeed(),
  handler: async ({ db, access, now, audit, baseUrl }, { tokenHash, by }) => {
    const diaryId = await data.replaceToken(db, access, tokenHash, now);
    await sendOpeningMail({ db, baseUrl }, access.userId, "calendar", by);
    await audit(toAuditEvent("linkReplaced", access.feedId, diaryId));
    return null;
  },
});

/** Makes a new link for a feed; the former one opens nothing from then on. An action for the same reason. */
export const replaceLink = action({
  ...schema.replaceLink,
  access: withProver(checkOwnFeed()),
  handler: async ({ run, baseUrl, outgoing, access, now }, { feedId, proof }) => {
    const by = checkProof(outgoing, proof, access.prover, "calendar", now);
    const { token, tokenHash } = data.createToken();
    await run(storeLink, { feedId, tokenHash, by });
    return { link: buildFeedUrl(baseUrl, token) };
  },
});

/** Ends a feed for good: its link opens nothing from then on. */
export const stopFeed = mutation({
  ...schema.stopFeed,
  access: checkOwnFeed(),
  usesReserve: true,
  handler: async ({ db, access, audit }) => {
    const diaryId = await data.deleteFeed(db, access);
    await audit(toAuditEvent("stopped", access.feedId, diaryId));
    return null;
  },
});
