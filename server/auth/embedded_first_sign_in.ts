import type { BetterAuthPlugin, User } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { expireCookie, setSessionCookie } from "better-auth/cookies";
import { decodeJwt } from "jose";

const SIGN_UP = "/sign-up/email";
export const CONFIRM = "/verify-email";

/** As long as the mailed link works. */
const COOKIE_SECONDS = 60 * 60;

/**
 * The first sign-in of an account, by the mailed link that confirms its address. The link alone gives no access: it
 * signs in only the browser that made the account, where the password was chosen, and only the request that confirms.
 * So a link that leaks opens nothing, and the owner of an address isn't led into an account whose password a stranger
 * chose (docs/decisions/0254).
 */
export function createFirstSignIn() {
  /** The accounts that a request has just confirmed. */
  const confirmed = new WeakMap<Request, string>();
  return {
    recordConfirmation(user: User, request: Request | undefined) {
      if (request) confirmed.set(request, user.id);
    },
    plugin: {
      id: "carediary-first-sign-in",
      hooks: {
        after: [
          {
            matcher: ({ path }) => path === SIGN_UP,
            // For a known address too, which gets the same answer, with the id of an account that doesn't exist.
            handler: createAuthMiddleware(async (ctx) => {
              const { returned, newSession, secret } = ctx.context;
              if (returned instanceof APIError || newSession) return;
              const { name, attributes } = ctx.context.createAuthCookie("signed_up", {
                maxAge: COOKIE_SECONDS,
              });
              await ctx.setSignedCookie(name, (returned as { user: User }).user.id, secret, attributes);
            }),
          },
          {
            matcher: ({ path }) => path === CONFIRM,
            handler: createAuthMiddleware(async (ctx) => {
              const { returned, internalAdapter, secret } = ctx.context;
              if (returned instanceof APIError) return;
              // The sign-in page is filled in with it.
              const { email } = decodeJwt<{ email: string }>(ctx.query?.token);
              const answer = { status: true, email };
              const userId = ctx.request && confirmed.get(ctx.request);
              const cookie = ctx.context.createAuthCookie("signed_up");
              const madeHere = (await ctx.getSignedCookie(cookie.name, secret)) || null;
              if (!userId || userId !== madeHere || (await getSessionFromCtx(ctx))) return answer;
              const user = await internalAdapter.findUserById(userId);
              if (!user) return answer;
              expireCookie(ctx, cookie);
              await setSessionCookie(ctx, { session: await internalAdapter.createSession(userId), user });
              return answer;
            }),
          },
        ],
      },
    } satisfies BetterAuthPlugin,
  };
}
