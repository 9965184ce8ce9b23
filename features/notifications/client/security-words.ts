import type { Notification } from "../../../lib/api.ts";
import type { SecurityAct } from "../rules/security.ts";

const TITLES: Record<SecurityAct, string> = {
  "signed-in": "New sign-in",
  "backup-code-used": "Sign-in with a backup code",
  "password-changed": "Your password was changed",
  "email-change-asked": "A new e-mail address was asked for",
  "email-changed": "Your e-mail address was changed",
  "two-factor-on": "Two-factor sign-in was switched on",
  "two-factor-off": "Two-factor sign-in was switched off",
  "two-factor-reset": "Whoever runs this server switched two-factor sign-in off",
  "backup-codes-renewed": "New backup codes were made",
  "passkey-added": "A passkey was added",
  "passkey-removed": "A passkey was removed",
  "access-token-made": "An access token was made",
  "signed-out-elsewhere": "All other devices were signed out",
  "signed-out-by-operator": "Whoever runs this server signed you out everywhere",
  "account-closed": "Your account was closed",
  "account-reopened": "Your account was opened again",
  "admin-granted": "You administer this platform now",
  "admin-revoked": "You don't administer this platform any more",
  "device-added": "Notifications go to a new place",
  "notebook-copied": "A copy of a notebook was downloaded",
  "calendar-link": "A calendar link was made",
  "invitation-link": "An invitation link was made",
  "webhook-made": "A webhook was made, which tells a program what changes",
  "webhook-address-new": "A webhook has another address",
  "webhook-secret-new": "The secret of a webhook was replaced",
  "webhook-removed": "A webhook was removed",
};

type Security = NonNullable<Notification["security"]>;

/** What happened to the security of an account: "New sign-in: Firefox on Windows". */
export const formatSecurityTitle = ({ act, browser }: Security): string =>
  browser ? `${TITLES[act]}: ${browser}` : TITLES[act];

/** Acts of an operator, after which the user isn't asked whether they did it. */
const BY_OPERATOR: readonly SecurityAct[] = [
  "two-factor-reset",
  "signed-out-by-operator",
  "account-closed",
  "account-reopened",
  "admin-granted",
  "admin-revoked",
];

/** What helps if the reader didn't do it. */
export const formatSecurityHint = ({ act }: Security): string =>
  BY_OPERATOR.includes(act)
    ? "If you don't know why, ask whoever runs this server."
    : "If it wasn't you, change your password and sign out all other devices.";
