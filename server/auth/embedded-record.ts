import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import type { SignInEvent } from "./data.ts";

const CHANGE_PASSWORD = "/change-password";

/** The method of a sign-in, by the path that created the session. */
const SIGN_IN_METHODS: Record<string, string> = {
  "/sign-up/email": "password",
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

/** The events that end the account's access tokens: those by which people shut out somebody else. */
const ENDS_ACCESS_TOKENS = ["account.passwordChanged", "account.sessionsRevoked"];

/**
 * Writes sign-ins and account changes to the audit log. It must be the last plugin: only then does it see whether a
 * second factor is still missing (the session of the first step is gone again). An event that can't be written fails
 * the request. After a change of the password it mails the owner, and whatever signs out other devices ends access
 * tokens too.
 */
export function auditPlugin({
  record,
  endAccessTokens,
  mailPasswordChanged,
}: {
  record: (event: SignInEvent) => Promise<void>;
  endAccessTokens: (authUserId: string) => Promise<unknown>;
  mailPasswordChanged: (email: string) => Promise<void>;
}): BetterAuthPlugin {
  return {
    id: "carediary-record",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && (path in SIGN_IN_METHODS || path in ACCOUNT_EVENTS),
          handler: createAuthMiddleware(async ({ path, context }) => {
            if (context.returned instanceof APIError) return;
            const event = auditEventOf(path, context.newSession?.user.id, context.session?.user.id);
            if (event && ENDS_ACCESS_TOKENS.includes(event.type)) await endAccessTokens(event.authUserId);
            if (event) await record(event);
            if (path === CHANGE_PASSWORD && context.session)
              await mailPasswordChanged(context.session.user.email);
          }),
        },
      ],
    },
  };
}

/** `newAccount`: the account that got a new session; `oldAccount`: the one that was signed in before. */
function auditEventOf(
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
