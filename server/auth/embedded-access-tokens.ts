import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { isFullId } from "../../lib/ids.ts";
import { isScope } from "../access/scopes.ts";
import type { Database } from "../db/database.ts";
import { type AccessTokenRefusal, createAccessToken } from "./access_token_data.ts";
import { badRequest, checkPassword, countOnAccount } from "./embedded-guard.ts";
import { ADDRESS_HEADER } from "./request.ts";

const PATH = "/access-token/create";

const MAX_DAYS = 365;

const REFUSALS: Record<AccessTokenRefusal, { code: string; message: string }> = {
  unknown: { code: "NO_ACCOUNT", message: "This account can't have access tokens." },
  full: { code: "TOO_MANY_TOKENS", message: "You have 50 access tokens. Remove one that nothing uses." },
  notebook: { code: "NO_NOTEBOOK", message: "You aren't a member of a notebook that you chose any more." },
};

/**
 * Making an access token asks for the password, like a change of the address: whoever finds an open device mustn't
 * take along a key for a year. The token is in the answer, and nowhere else.
 */
export function accessTokenPlugin(database: Pick<Database, "db">, baseUrl: string) {
  return {
    id: "carediary-access-token",
    endpoints: {
      createAccessToken: createAuthEndpoint(
        PATH,
        {
          method: "POST",
          use: [sensitiveSessionMiddleware],
          body: z.object({
            name: z.string(),
            scopes: z.array(z.string()).max(40),
            notebooks: z.array(z.string()).max(500).nullable(),
            days: z.number(),
            password: z.string(),
          }),
        },
        async (ctx) => {
          const { user } = ctx.context.session;
          const { scopes, notebooks, days, password } = ctx.body;
          const name = ctx.body.name.trim();
          if (name === "" || name.length > 100 || name.includes("\0"))
            throw badRequest("INVALID_NAME", "Enter a name of at most 100 characters.");
          if (scopes.length === 0 || !scopes.every(isScope))
            throw badRequest("INVALID_SCOPES", "Choose what the program may do.");
          if (notebooks !== null && (notebooks.length === 0 || !notebooks.every(isFullId)))
            throw badRequest("INVALID_NOTEBOOKS", "Choose the notebooks.");
          if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
            throw badRequest("INVALID_DAYS", `A token lasts from 1 to ${MAX_DAYS} days.`);
          await countOnAccount(database.db, PATH, user.email, ctx.headers?.get(ADDRESS_HEADER) ?? null);
          await checkPassword(ctx.context, user.id, password);
          const account = { authUserId: user.id, email: user.email };
          const made = await createAccessToken(
            database,
            account,
            { name, scopes: [...new Set(scopes)], diaryIds: notebooks, days },
            baseUrl,
          );
          if ("refusal" in made) throw new APIError("CONFLICT", REFUSALS[made.refusal]);
          return ctx.json(made);
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
