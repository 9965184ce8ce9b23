import { CareError } from "../../../lib/errors.ts";
import { person, token } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import * as data from "./data.ts";

/**
 * Called after each sign-in: creates or updates the caller's user record. The identity comes from the verified token:
 * arguments that contradict it are refused, and an e-mail that isn't in the token is ignored. Returns the user's id.
 */
export const syncUser = mutation({
  ...schema.syncUser,
  access: token(),
  usesReserve: true,
  handler: async ({ db, access, now }, args) => {
    const email = args.email.trim().toLowerCase();
    const contradicts =
      args.clerkUserId !== access.subject || (access.email !== null && email !== access.email);
    if (contradicts || email === "") throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
    const { subject, emailVerified } = access;
    return data.syncUser(
      db,
      { clerkUserId: subject, email: access.email, emailVerified, name: args.name, language: args.language },
      now,
    );
  },
});

/** The caller's own user record, or null before the first sync. */
export const getCurrentUser = query({
  ...schema.getCurrentUser,
  access: token(),
  handler: ({ db, access, baseUrl }) => data.getUser(db, access, baseUrl),
});

/** Changes the caller's settings; omitted ones stay as they are. */
export const updateSettings = mutation({
  ...schema.updateSettings,
  access: person(),
  handler: async ({ db, access }, settings) => {
    await data.updateSettings(db, access, settings);
    return null;
  },
});

/**
 * Shows an uploaded photo as the caller's picture, and deletes the one before; or removes it. Members of the caller's
 * notebooks see it.
 */
export const updatePicture = mutation({
  ...schema.updatePicture,
  access: person(),
  handler: async ({ db, access, baseUrl }, { avatarUrl }) => {
    await data.updatePicture(db, access, avatarUrl, baseUrl);
    return null;
  },
});
