/**
 * Acts on the security of an account that its user is notified of. The database's `notify_security` maps audit events
 * to acts.
 */
export const SECURITY_ACTS = [
  "signed-in",
  "backup-code-used",
  "password-changed",
  "email-change-asked",
  "email-changed",
  "two-factor-on",
  "two-factor-off",
  "two-factor-reset",
  "backup-codes-renewed",
  "passkey-added",
  "passkey-removed",
  "access-token-made",
  "signed-out-elsewhere",
  "signed-out-by-operator",
  "account-closed",
  "account-reopened",
  "admin-granted",
  "admin-revoked",
  "device-added",
  "notebook-copied",
  "calendar-link",
  "invitation-link",
  "webhook-made",
  "webhook-address-new",
  "webhook-secret-new",
  "webhook-removed",
] as const;
export type SecurityAct = (typeof SECURITY_ACTS)[number];
