import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import type { Database } from "../db/database.ts";
import { recordEvent } from "./data.ts";
import { endAllOpenings, listOpenings, type OpensAccount } from "./openings.ts";

/** Lists all openings of the account besides its password and this session, and ends all of them at once. */
export function createOpeningsPlugin({ db }: Pick<Database, "db">, rooms: readonly OpensAccount[]) {
  return {
    id: "carediary-openings",
    endpoints: {
      listOpenings: createAuthEndpoint(
        "/openings",
        { method: "GET", use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          return ctx.json({
            openings: await listOpenings(db, { authUserId: user.id, rooms }, session.id),
          });
        },
      ),
      // Without the password: ending an opening gives no access.
      endOpenings: createAuthEndpoint(
        "/openings/end",
        { method: "POST", use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          await db.transaction().execute(async (trx) => {
            await endAllOpenings(trx, { authUserId: user.id, rooms }, session.id);
            await recordEvent(trx, {
              type: "account.sessionsRevoked",
              authUserId: user.id,
              details: { with: "passkeys, tokens and links" },
              sessionId: session.id,
            });
          });
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
