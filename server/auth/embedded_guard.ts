import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { z } from "zod";
import type { Database } from "../db/database.ts";
import { findCommonPasswordProblem } from "./common_passwords.ts";
import { ACCOUNT_LIMITS, consumeForAccount, recordSignIn } from "./limits.ts";
import { findPasswordProblem } from "./password.ts";
import { ADDRESS_HEADER } from "./request.ts";

const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 200;

/** Requests that create a session for a user who has typed their password. */
const COMPLETES_SIGN_IN = ["/sign-in/email", "/two-factor/verify-totp", "/two-factor/verify-backup-code"];

const CHANGE_NAME = "/update-user";
/** Deleting an account requires the password, not only a fresh session. */
export const DELETE_ACCOUNT = "/delete-user";

/** Requests that set a new password, by path, with the name of its field. */
const NEW_PASSWORD: Record<string, string> = {
  "/sign-up/email": "password",
  "/reset-password": "newPassword",
  "/change-password": "newPassword",
};

/**
 * Checks that Better Auth lacks: limits per account in addition to those per address, bounded input, and a readable
 * message when a password is too short.
 */
export function guardPlugin(db: Database["db"], baseUrl: string): BetterAuthPlugin {
  return {
    id: "carediary-guard",
    hooks: {
      before: [
        {
          matcher: () => true,
          // The database takes no such character.
          handler: createAuthMiddleware(async ({ body, query }) => {
            if (hasNul(body) || hasNul(query))
              throw createBadRequest("INVALID_CHARACTER", "This has a character that can't be stored.");
          }),
        },
        {
          matcher: ({ path }) =>
            path !== undefined &&
            (path in ACCOUNT_LIMITS ||
              path in NEW_PASSWORD ||
              path === CHANGE_NAME ||
              path === DELETE_ACCOUNT),
          handler: createAuthMiddleware(async (ctx) => {
            const { path, body, headers } = ctx;
            const input: Record<string, unknown> = typeof body === "object" && body !== null ? body : {};
            checkInput(path, input);
            await countOnAccount(db, path, input.email, headers?.get(ADDRESS_HEADER) ?? null);
            const field = NEW_PASSWORD[path];
            if (!field) return;
            const person = await readPerson(ctx, input);
            const context = { ...person, host: new URL(baseUrl).hostname };
            const problem = await findCommonPasswordProblem(String(input[field]), context);
            if (problem) throw createBadRequest("INVALID_NEW_PASSWORD", problem);
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path !== undefined && COMPLETES_SIGN_IN.includes(path),
          // Only after the whole sign-in: where a code is required too, the password alone isn't enough.
          handler: createAuthMiddleware(async ({ context, headers }) => {
            if (!(context.returned instanceof APIError) && context.newSession)
              await recordSignIn(db, context.newSession.user.email, headers?.get(ADDRESS_HEADER) ?? null);
          }),
        },
      ],
    },
  };
}

const hasNul = (input: unknown): boolean =>
  input !== undefined && input !== null && JSON.stringify(input).includes("\\u0000");

/** The user whose password is set, as far as known: signing up, signed in, or the recipient of a mailed link. */
async function readPerson(
  ctx: Parameters<typeof getSessionFromCtx>[0] & { path: string },
  input: Record<string, unknown>,
): Promise<{ email?: string; name?: string }> {
  if (ctx.path === "/sign-up/email")
    return { email: String(input.email ?? ""), name: String(input.name ?? "") };
  if (ctx.path === "/change-password") return (await getSessionFromCtx(ctx))?.user ?? {};
  const { internalAdapter } = ctx.context;
  const asked = await internalAdapter.findVerificationValue(
    `reset-password:${String(input.token ?? ctx.query?.token ?? "")}`,
  );
  return (asked && (await internalAdapter.findUserById(asked.value))) ?? {};
}

/** Whether a text is an e-mail address of a length that mail servers take, as sign-up asks. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && z.email().safeParse(text).success;

function checkInput(path: string, input: Record<string, unknown>): void {
  // Better Auth's hooks would otherwise look for a missing address after its own refusal.
  if (path === "/sign-in/email" && typeof input.email !== "string") {
    throw createBadRequest("INVALID_EMAIL", "Enter your e-mail address.");
  }
  const field = NEW_PASSWORD[path];
  if (path === DELETE_ACCOUNT && (typeof input.password !== "string" || input.password === "")) {
    throw createBadRequest("INVALID_PASSWORD", "Enter your password.");
  }
  if (path === DELETE_ACCOUNT && input.token !== undefined) {
    throw createBadRequest("INVALID_TOKEN", "An account is deleted with its password.");
  }
  const problem = field ? findPasswordProblem(input[field]) : null;
  if (problem) throw createBadRequest("INVALID_NEW_PASSWORD", problem);
  if (typeof input.email === "string" && input.email.length > MAX_EMAIL_LENGTH) {
    throw createBadRequest("INVALID_EMAIL", "This isn't an e-mail address.");
  }
  const setsName = path === "/sign-up/email" || (path === CHANGE_NAME && input.name !== undefined);
  if (!setsName) return;
  if (typeof input.name !== "string" || input.name.trim() === "" || input.name.length > MAX_NAME_LENGTH) {
    throw createBadRequest("INVALID_NAME", `Enter a name of at most ${MAX_NAME_LENGTH} characters.`);
  }
}

/** Counts an attempt on the account with an address. @throws APIError when there were too many */
export async function countOnAccount(
  db: Database["db"],
  path: string,
  email: unknown,
  address: string | null,
): Promise<void> {
  if (typeof email !== "string") return;
  const retryAfter = await consumeForAccount(db, path, email, address);
  if (retryAfter === null) return;
  const minutes = Math.ceil(retryAfter / 60);
  throw new APIError(
    "TOO_MANY_REQUESTS",
    {
      code: "TOO_MANY_ATTEMPTS",
      message: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    },
    { "Retry-After": String(retryAfter) },
  );
}

/** Better Auth's parts for comparing passwords. */
type Passwords = {
  internalAdapter: { findCredentialAccount(userId: string): Promise<{ password?: string | null } | null> };
  password: { verify(compared: { hash: string; password: string }): Promise<boolean> };
};

/** @throws APIError when it isn't the account's password */
export async function checkPassword(
  { internalAdapter, password: passwords }: Passwords,
  userId: string,
  password: string,
): Promise<void> {
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
  if (!hash || !(await passwords.verify({ hash, password })))
    throw createBadRequest("INVALID_PASSWORD", "This isn't your present password.");
}

/** A refusal with a code for programs and words for people. */
export const createBadRequest = (code: string, message: string) =>
  new APIError("BAD_REQUEST", { code, message });
