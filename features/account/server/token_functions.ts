import { person } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { withOwnToken } from "./access.ts";
import * as data from "./token_data.ts";

/** The caller's access tokens, newest first, with when each was used last. Never the tokens themselves. */
export const listTokens = query({
  ...schema.listTokens,
  access: person(),
  handler: ({ db, access }) => data.listTokens(db, access),
});

/** Ends an access token: it opens nothing from then on, on any node, and open screens of its program end. */
export const revokeToken = mutation({
  ...schema.revokeToken,
  access: withOwnToken(),
  usesReserve: true,
  handler: async ({ db, access, audit }) => {
    await data.deleteToken(db, access);
    const { tokenId } = access;
    await audit({
      eventType: "account.accessTokenRevoked",
      targetType: "accessToken",
      targetId: tokenId,
    });
    return null;
  },
});
