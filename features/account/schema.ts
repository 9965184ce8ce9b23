import { z } from "zod";
import { id, moment, nothing } from "../../lib/schemas.ts";

/** The name of a folder of `words/`. */
const language = z.string().max(35);

/** A user as they see themselves, and as administrators see them. */
export const user = z.strictObject({
  _id: id,
  clerkUserId: z.string(),
  email: z.string(),
  name: z.string(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  _creationTime: moment,
});

const currentUser = user.extend({
  mentionMails: z.boolean(),
  /** What they read, such as "de"; null before their first sign-in with a browser. */
  language: z.string().nullable(),
  /** The address of one's own picture; null without one. */
  avatarUrl: z.string().nullable(),
});

export const syncUser = {
  args: z.object({
    clerkUserId: z.string().max(255),
    email: z.string().max(320),
    name: z.string().trim().max(200),
    /** The language of the page: the account's, while it has none. */
    language: language.optional(),
  }),
  returns: id,
};

export const getCurrentUser = {
  args: z.object({}),
  returns: currentUser.nullable(),
};

export const updateSettings = {
  args: z.object({ mentionMails: z.boolean().optional(), language: language.optional() }),
  returns: nothing,
};

export const updatePicture = {
  /** The address that an upload returned; null removes the picture. */
  args: z.object({ avatarUrl: z.string().max(2000).nullable() }),
  returns: nothing,
};

const accessToken = z.strictObject({
  _id: id,
  name: z.string(),
  /** The last characters of the token. */
  hint: z.string(),
  /** `read`, `write`, or a right in an area, such as `notes:read`. */
  scopes: z.array(z.string()),
  /** The token's notebooks; null for all. */
  notebooks: z.array(z.strictObject({ diaryId: id, name: z.string() })).nullable(),
  expiresAt: moment,
  /** To within some minutes; null for an unused token. */
  lastUsedAt: moment.nullable(),
  _creationTime: moment,
});

export const listTokens = {
  args: z.object({}),
  returns: z.array(accessToken),
};

export const revokeToken = {
  args: z.object({ accessTokenId: id }),
  returns: nothing,
};
