import { accessTokenOf } from "../access-tokens.ts";
import type { FunctionSweep } from "./calls.ts";
import { missingId } from "./note_calls.ts";
import type { World } from "./world.ts";

/** The owner's access token, and no other. */
async function newToken({ service, actors }: World): Promise<string> {
  await service.database.pool.query("delete from access_tokens");
  return (await accessTokenOf(service, actors.owner.userId!, { scopes: ["read"] })).tokenId;
}

/** How the sweep calls the functions of access tokens. */
export const TOKEN_CALLS: Record<string, FunctionSweep> = {
  "accessTokens.listTokens": {
    cases: {
      "one's own": async (world) => {
        await newToken(world);
        return {};
      },
    },
    summarize: (tokens: { scopes: string[] }[]) => tokens.map(({ scopes }) => scopes.join()).join() || "none",
  },
  "accessTokens.revokeToken": {
    cases: {
      "the owner's": async (world) => ({ accessTokenId: await newToken(world) }),
      "a token that doesn't exist": () => ({ accessTokenId: missingId() }),
    },
    effect: `select $1::text is null and actor_id = $2 and not exists (select from access_tokens) as ok
               from audit_events where event_type = 'account.accessTokenRevoked' order by id desc limit 1`,
  },
};
