import { CareError } from "../../../lib/errors.ts";
import { person, token } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import * as data from "./data.ts";

/**
 * Called after each sign-in: makes the caller's record. Who it is comes from the verified token; arguments that
 * contradict it are refused, and an e-mail that the token doesn't carry isn't believed. Returns the user's id.
 */
export const syncUser = mutation({
  ...schema.syncUser,
  access: token(),
  handler: async ({ db, access, now }, args) => {
    const email = args.email.trim().toLowerCase();
    const contradicts =
      args.clerkUserId !== access.subject || (access.email !== null && email !== access.email);
    if (contradicts || email === "") throw new CareError("unauthenticated", "Not authenticated");
    const { subject, emailVerified } = access;
    return data.syncUser(
      db,
      { clerkUserId: subject, email: access.email, emailVerified, name: args.name },
      now,
    );
  },
});

/** The caller's own record, or null before the first sync. */
export const getCurrentUser = query({
  ...schema.getCurrentUser,
  access: token(),
  handler: ({ db, access }) => data.getUser(db, access),
});

/** Changes what the caller has set for themselves; what isn't given stays. */
export const updateSettings = mutation({
  ...schema.updateSettings,
  access: person(),
  handler: async ({ db, access }, settings) => {
    await data.updateSettings(db, access, settings);
    return null;
  },
});
