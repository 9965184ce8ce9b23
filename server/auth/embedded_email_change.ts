import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, getSessionFromCtx, sensitiveSessionMiddleware } from "better-auth/api";
import { z } from "zod";
import type { Database } from "../db/database.ts";
import {
  AddressTaken,
  cancelEmailChange,
  confirmEmailChange,
  readPendingEmailChange,
  requestEmailChange,
  sendEmailChangeAgain,
} from "./email_change.ts";
import { countOnAccount, createBadRequest, isEmailAddress } from "./embedded_guard.ts";
import { ADDRESS_HEADER } from "./request.ts";

const PATHS = {
  pending: "/email-change",
  request: "/email-change/request",
  sendAgain: "/email-change/send-again",
  cancel: "/email-change/cancel",
  confirm: "/email-change/confirm",
} as const;

/** Not offered without a mail server, which alone can verify an address. */
export const EMAIL_CHANGE_PATHS: readonly string[] = Object.values(PATHS);

/**
 * Changing one's own address (docs/how/own-account.md). Better Auth's own `/change-email` asks for no password, ends no
 * session, and its pending change can neither be seen nor cancelled.
 */
export function createEmailChangePlugin(database: Pick<Database, "db">, baseUrl: string) {
  const { db } = database;
  const use = [sensitiveSessionMiddleware];
  return {
    id: "carediary-email-change",
    endpoints: {
      pendingEmailChange: createAuthEndpoint(PATHS.pending, { method: "GET", use }, async (ctx) =>
        ctx.json({ pending: await readPendingEmailChange(database, ctx.context.session.user.id) }),
      ),
      requestEmailChange: createAuthEndpoint(
        PATHS.request,
        { method: "POST", use, body: z.object({ newEmail: z.string(), password: z.string() }) },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const newEmail = ctx.body.newEmail.trim().toLowerCase();
          const network = ctx.headers?.get(ADDRESS_HEADER) ?? null;
          if (!isEmailAddress(newEmail))
            throw createBadRequest("INVALID_EMAIL", "This isn't an e-mail address.");
          if (newEmail === user.email) throw createBadRequest("SAME_EMAIL", "This is your address already.");
          await countOnAccount(db, PATHS.request, user.email, network);
          const hash = (await ctx.context.internalAdapter.findCredentialAccount(user.id))?.password;
          if (!hash || !(await ctx.context.password.verify({ hash, password: ctx.body.password }))) {
            throw createBadRequest("INVALID_PASSWORD", "This isn't your present password.");
          }
          await countOnAccount(db, PATHS.sendAgain, newEmail, network);
          const account = { authUserId: user.id, sessionId: session.id, email: user.email };
          await requestEmailChange(database, account, newEmail, baseUrl);
          return ctx.json({ status: true });
        },
      ),
      sendEmailChangeAgain: createAuthEndpoint(PATHS.sendAgain, { method: "POST", use }, async (ctx) => {
        const { user } = ctx.context.session;
        const pending = await readPendingEmailChange(database, user.id);
        if (pending) {
          const network = ctx.headers?.get(ADDRESS_HEADER) ?? null;
          await countOnAccount(db, PATHS.sendAgain, pending.newEmail, network);
        }
        if (!(await sendEmailChangeAgain(database, user.id, baseUrl))) {
          throw createBadRequest(
            "NOTHING_PENDING",
            "This change was cancelled or has run out. Begin it again.",
          );
        }
        return ctx.json({ status: true });
      }),
      cancelEmailChange: createAuthEndpoint(PATHS.cancel, { method: "POST", use }, async (ctx) => {
        await cancelEmailChange(database, ctx.context.session.user.id);
        return ctx.json({ status: true });
      }),
      // Without a session: the link may be opened on another device than the requesting one.
      confirmEmailChange: createAuthEndpoint(
        PATHS.confirm,
        { method: "POST", body: z.object({ token: z.string().max(100) }) },
        async (ctx) => {
          const here = await getSessionFromCtx(ctx);
          try {
            const email = await confirmEmailChange(database, ctx.body.token, here?.session.id ?? null);
            if (email === null) throw createBadRequest("INVALID_TOKEN", "Invalid token");
            return ctx.json({ email });
          } catch (error) {
            if (!(error instanceof AddressTaken)) throw error;
            throw new APIError("CONFLICT", {
              code: "ADDRESS_TAKEN",
              message: "This address has another account by now. Nothing was changed.",
            });
          }
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
