import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import type { Database } from "../db/database.ts";
import { countOnAccount } from "./embedded_guard.ts";
import { makeAccessToken, NEW_TOKEN, NEW_TOKEN_PATH } from "./new_access_token.ts";
import { type Keyed, readProof } from "./proof.ts";
import { ADDRESS_HEADER } from "./request.ts";

/** Makes access tokens, with a proof of the password. The token is in the answer, and nowhere else. */
export function createAccessTokenPlugin(database: Pick<Database, "db">, keyed: Keyed, baseUrl: string) {
  return {
    id: "carediary-access-token",
    endpoints: {
      createAccessToken: createAuthEndpoint(
        NEW_TOKEN_PATH,
        { method: "POST", use: [sensitiveSessionMiddleware], body: NEW_TOKEN },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const address = ctx.headers?.get(ADDRESS_HEADER) ?? null;
          await countOnAccount(database.db, NEW_TOKEN_PATH, user.email, address);
          const prover = { subject: user.id, sessionId: session.id };
          const by = readProof(keyed, ctx.body.proof, prover, "token", Date.now());
          const account = { authUserId: user.id, email: user.email, by, sessionId: session.id };
          const made = await makeAccessToken(database, account, ctx.body, baseUrl);
          if ("token" in made) return ctx.json(made);
          const { status, ...problem } = made;
          throw new APIError(status === 400 ? "BAD_REQUEST" : "CONFLICT", problem);
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
