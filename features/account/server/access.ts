import { type AccessRule, person } from "../../../server/access/gate.ts";
import { requireOwnRow } from "../../../server/access/own_row.ts";

declare const proven: unique symbol;

/** Access to an access token of the caller's own. */
export type OwnTokenAccess = {
  readonly [proven]: "access token";
  readonly userId: string;
  readonly tokenId: string;
};

/** Changing an access token of one's own. Another user's and a missing one give the same error. */
export const withOwnToken = (): AccessRule<{ accessTokenId: string }, OwnTokenAccess> => ({
  action: "person",
  async resolve(caller, { accessTokenId }) {
    const { userId } = await person().resolve(caller, {});
    const key = { id: accessTokenId, userId };
    await requireOwnRow(caller.db, "access_tokens", key, { key: "refusals.tokenNotFound" });
    return { userId, tokenId: accessTokenId } as OwnTokenAccess;
  },
});
