import type { Notification } from "../../../lib/api.ts";
import { nameDevice } from "../../../lib/device-name.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import type { SecurityAct } from "../rules/security.ts";

const TITLES: Record<SecurityAct, Key> = {
  "signed-in": "inbox.signedIn",
  "backup-code-used": "inbox.backupCodeUsed",
  "password-changed": "inbox.passwordChanged",
  "email-change-asked": "inbox.emailChangeAsked",
  "email-changed": "inbox.emailChanged",
  "two-factor-on": "inbox.twoFactorOn",
  "two-factor-off": "inbox.twoFactorOff",
  "two-factor-reset": "inbox.twoFactorReset",
  "backup-codes-renewed": "inbox.backupCodesRenewed",
  "passkey-added": "inbox.passkeyAdded",
  "passkey-removed": "inbox.passkeyRemoved",
  "access-token-made": "inbox.accessTokenMade",
  "signed-out-elsewhere": "inbox.signedOutElsewhere",
  "signed-out-by-operator": "inbox.signedOutByOperator",
  "account-closed": "inbox.accountClosed",
  "account-reopened": "inbox.accountReopened",
  "admin-granted": "inbox.adminGranted",
  "admin-revoked": "inbox.adminRevoked",
  "device-added": "inbox.deviceAdded",
  "notebook-copied": "inbox.notebookCopied",
  "calendar-link": "inbox.calendarLink",
  "invitation-link": "inbox.invitationLink",
  "webhook-made": "inbox.webhookMade",
  "webhook-address-new": "inbox.webhookAddressNew",
  "webhook-secret-new": "inbox.webhookSecretNew",
  "webhook-removed": "inbox.webhookRemoved",
};

type Security = NonNullable<Notification["security"]>;

/** What happened to the security of an account: "New sign-in: Firefox on Windows". */
export const formatSecurityTitle = ({ act, browser }: Security): string =>
  browser ? t("inbox.inBrowser", { act: t(TITLES[act]), browser: nameDevice(browser) }) : t(TITLES[act]);

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
  BY_OPERATOR.includes(act) ? t("inbox.askOperator") : t("inbox.wasNotYou");
