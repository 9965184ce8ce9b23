import type { TableClaim } from "../rooms.ts";

const INTERNAL: Omit<TableClaim, "deletion"> = {
  sync: { not: "No screen reads it." },
  copy: { not: "It isn't a notebook's." },
  backOffice: { not: "It is the platform's own." },
};
const unaffectedByDeletion = (why: string): TableClaim => ({ ...INTERNAL, deletion: { not: why } });
const MAKES_ITS_OWN = "A restored database makes its own.";
/** A table that a new database makes for itself, and whose rows mean nothing in another one. */
const ofThisDatabase = (why: string): TableClaim => ({
  ...unaffectedByDeletion(why),
  backup: { not: MAKES_ITS_OWN },
});
const DELETED_WITH_ACCOUNT = "Goes with the account.";
const endsWithAccount = (deletion: string): TableClaim => ({ ...INTERNAL, deletion });

/** The platform's own tables, in the schemas `public` and `auth`; rooms declare theirs themselves. */
export const PLATFORM_TABLES: Readonly<Record<string, TableClaim>> = {
  access_tokens: { ...endsWithAccount("Deleted."), sync: "live" },
  access_token_notebooks: { ...endsWithAccount("Goes with the tokens."), sync: "live" },
  deleted_accounts: endsWithAccount(
    "Remembers the id, so that tokens that are still good make no new person.",
  ),
  file_removals: unaffectedByDeletion("Names files that are about to go."),
  mail_outbox: endsWithAccount(
    "Mails to the person's proven address are deleted; settled ones go after 30 days.",
  ),
  schema_functions: ofThisDatabase("Says which form of each function is in place."),
  schema_migrations: ofThisDatabase("Says which migrations have run."),
  schema_migrations_lock: ofThisDatabase("Lets one node migrate at a time."),
  sync_horizon: ofThisDatabase("Says up to where the log of changes was read."),
  sync_log: ofThisDatabase("Names what changed, for some minutes."),
  sync_outboxes: endsWithAccount("Deleted; their outcomes go within days."),
  sync_outcomes: unaffectedByDeletion(
    "What mutations came to, under random ids: for three days, and of a device's outbox until it has read them.",
  ),
  sync_scopes: ofThisDatabase("Says what is tracked."),
  user_contacts: {
    ...endsWithAccount("Deleted."),
    backup: { not: "Says only when devices were last connected." },
  },
  "auth.user": endsWithAccount("Deleted."),
  "auth.session": { ...endsWithAccount(DELETED_WITH_ACCOUNT), sync: "live" },
  "auth.account": endsWithAccount(DELETED_WITH_ACCOUNT),
  "auth.email_changes": endsWithAccount(DELETED_WITH_ACCOUNT),
  "auth.verification": endsWithAccount("Deleted."),
  "auth.twoFactor": endsWithAccount(DELETED_WITH_ACCOUNT),
  "auth.passkey": endsWithAccount(DELETED_WITH_ACCOUNT),
  "auth.jwks": unaffectedByDeletion("The server's own keys."),
  "auth.push_keys": unaffectedByDeletion("The server's own key at push services."),
  "auth.attempts": ofThisDatabase("Counts attempts for minutes."),
  "auth.oidc_sessions": endsWithAccount("Deleted."),
  "auth.known_networks": endsWithAccount("Deleted."),
  "auth.known_devices": endsWithAccount(DELETED_WITH_ACCOUNT),
};

/** Tables that each database makes for itself: all others go along when everything moves to another database. */
export const TABLES_OF_ONE_DATABASE: ReadonlySet<string> = new Set(
  Object.entries(PLATFORM_TABLES).flatMap(([name, { backup }]) =>
    backup?.not === MAKES_ITS_OWN ? [name] : [],
  ),
);
