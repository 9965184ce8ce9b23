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
  "/revoke-sessions": "account.sessionsRevoked",
  "/revoke-other-sessions": "account.sessionsRevoked",
  "/two-factor/disable": "account.twoFactorDisabled",
  "/two-factor/generate-backup-codes": "account.backupCodesRenewed",
  "/passkey/verify-registration": "account.passkeyAdded",
  "/passkey/delete-passkey": "account.passkeyRemoved",
};

/**
 * Writes sign-ins and account changes to the audit log. It must be the last plugin: only then does it see whether a
 * second factor is still missing (the session of the first step is gone again). An event that can't be written fails
 * the request. After a change of the password it mails the owner.
 */
export function keepRecord(
  record: (event: SignInEvent) => Promise<void>,
  tellPasswordChanged: (email: string) => Promise<void>,
): BetterAuthPlugin {
  return {
    id: "carediary-record",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && (path in SIGN_IN_METHODS || path in ACCOUNT_EVENTS),
          handler: createAuthMiddleware(async ({ path, context }) => {
            if (context.returned instanceof APIError) return;
            const event = eventOf(path, context.newSession?.user.id, context.session?.user.id);
            if (event) await record(event);
            if (path === CHANGE_PASSWORD && context.session)
              await tellPasswordChanged(context.session.user.email);
          }),
        },
      ],
    },
  };
}

/** `arrived`: the account that got a new session; `present`: the one that was signed in before. */
function eventOf(path: string, arrived: string | undefined, present: string | undefined): SignInEvent | null {
  const accountEvent = ACCOUNT_EVENTS[path];
  if (accountEvent) return present ? { type: accountEvent, authUserId: present } : null;
  if (!arrived) return null;
  // A code entered while signed in confirms the new authenticator; it isn't a sign-in.
  if (path.startsWith("/two-factor/") && present === arrived) {
    return { type: "account.twoFactorEnabled", authUserId: arrived };
  }
  return {
    type: "account.signedIn",
    authUserId: arrived,
    details: { method: SIGN_IN_METHODS[path] ?? path },
  };
}
