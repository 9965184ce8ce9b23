import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { describeDevice } from "../../lib/device-name.ts";
import type { OutgoingMail } from "../mail/message.ts";
import type { SignInEvent } from "./data.ts";
import { CONFIRM } from "./embedded_first_sign_in.ts";
import { DELETE_ACCOUNT } from "./embedded_guard.ts";
import { createDevice, DEVICE_COOKIE, DEVICE_SECONDS } from "./known_devices.ts";
import { composeAccountChangeLetter, composePasswordChangedLetter, findAccountChange } from "./letters.ts";

const CHANGE_PASSWORD = "/change-password";

/** The method of a sign-in, by the path that created the session. */
const SIGN_IN_METHODS: Record<string, string> = {
  "/sign-up/email": "password",
  [CONFIRM]: "password and confirmed address",
  "/sign-in/email": "password",
  "/two-factor/verify-totp": "authenticator code",
  "/two-factor/verify-backup-code": "backup code",
  "/passkey/verify-authentication": "passkey",
};

/** The event of a signed-in person's change to their own account, by path. */
const ACCOUNT_EVENTS: Record<string, string> = {
  [CHANGE_PASSWORD]: "account.passwordChanged",
  "/update-user": "account.renamed",
  "/revoke-sessions": "account.sessionsRevoked",
  "/revoke-other-sessions": "account.sessionsRevoked",
  "/two-factor/disable": "account.twoFactorDisabled",
  "/two-factor/generate-backup-codes": "account.backupCodesRenewed",
  "/passkey/verify-registration": "account.passkeyAdded",
  "/passkey/delete-passkey": "account.passkeyRemoved",
};

/** The events that end the account's access tokens: a user's means against an intruder. */
const ENDS_ACCESS_TOKENS = ["account.passwordChanged", "account.sessionsRevoked"];

/** Composes a letter in the language of its present reader. */
export type ComposeLetter = () => OutgoingMail;

/** The server's parts that the audit plugin uses. */
type RecordParts = {
  baseUrl: string;
  /** Writes an event and the letter about it, in one transaction; `headers` of the request. */
  record: (event: SignInEvent, compose: ComposeLetter | null, headers: Headers | undefined) => Promise<void>;
  /** Whether a browser is new to an account while others are known. */
  meetDevice: (authUserId: string, device: string) => Promise<boolean>;
  endAccessTokens: (authUserId: string) => Promise<unknown>;
};

/**
 * Writes sign-ins and account changes to the audit log, with the letter to the account's owner that some of them have.
 * It must be the last plugin: only then does it see whether a second factor is still missing (the session of the first
 * step is gone again). An event that can't be written fails the request. Events that sign out other devices end access
 * tokens too.
 */
export function createAuditPlugin({
  baseUrl,
  record,
  meetDevice,
  endAccessTokens,
}: RecordParts): BetterAuthPlugin {
  const secure = baseUrl.startsWith("https:");
  const cookie = `${secure ? "__Host-" : ""}carediary.${DEVICE_COOKIE}`;
  const attributes = { secure, httpOnly: true, sameSite: "lax", path: "/" } as const;
  return {
    id: "carediary-record",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && (path in SIGN_IN_METHODS || path in ACCOUNT_EVENTS),
          handler: createAuthMiddleware(async (ctx) => {
            const { path, context } = ctx;
            if (context.returned instanceof APIError) return;
            const event = toAuditEvent(path, context.newSession?.user.id, context.session?.user.id);
            if (!event) return;
            if (ENDS_ACCESS_TOKENS.includes(event.type)) await endAccessTokens(event.authUserId);
            const here = (context.newSession ?? context.session)!;
            event.sessionId = here.session.id;
            const { email } = here.user;
            if (event.type !== "account.signedIn")
              return record(event, getLetter(event, path, email), ctx.headers);
            const device = ctx.getCookie(cookie) || createDevice();
            ctx.setCookie(cookie, device, { ...attributes, maxAge: DEVICE_SECONDS });
            const browser = describeDevice(ctx.headers?.get("user-agent"));
            if (await meetDevice(event.authUserId, device))
              event.details = { ...event.details, device: "new", browser };
            await record(event, getLetter(event, path, email), ctx.headers);
          }),
        },
        {
          // Nothing of a deleted account stays in its browser.
          matcher: ({ path }) => path === DELETE_ACCOUNT,
          handler: createAuthMiddleware(async (ctx) => {
            if (!(ctx.context.returned instanceof APIError))
              ctx.setCookie(cookie, "", { ...attributes, maxAge: 0 });
          }),
        },
      ],
    },
  };

  function getLetter(event: SignInEvent, path: string, email: string): ComposeLetter | null {
    if (path === CHANGE_PASSWORD) return () => composePasswordChangedLetter(email, baseUrl);
    const change = findAccountChange(event);
    return change && (() => composeAccountChangeLetter(email, baseUrl, change));
  }
}

/** `newAccount`: the account that got a new session; `oldAccount`: the previously signed-in account. */
function toAuditEvent(
  path: string,
  newAccount: string | undefined,
  oldAccount: string | undefined,
): SignInEvent | null {
  const accountEvent = ACCOUNT_EVENTS[path];
  if (accountEvent) return oldAccount ? { type: accountEvent, authUserId: oldAccount } : null;
  if (!newAccount) return null;
  // A code entered while signed in confirms the new authenticator; it isn't a sign-in.
  if (path.startsWith("/two-factor/") && oldAccount === newAccount) {
    return { type: "account.twoFactorEnabled", authUserId: newAccount };
  }
  return {
    type: "account.signedIn",
    authUserId: newAccount,
    details: { method: SIGN_IN_METHODS[path] ?? path },
  };
}
