import type { TableClaim } from "../rooms.ts";

const INTERNAL: Omit<TableClaim, "deletion"> = {
  sync: { not: "No screen reads it." },
  copy: { not: "It isn't a notebook's." },
  backOffice: { not: "It is the platform's own." },
};
const nothing = (why: string): TableClaim => ({ ...INTERNAL, deletion: { not: why } });
const ACCOUNT = "Goes with the account.";
const ends = (deletion: string): TableClaim => ({ ...INTERNAL, deletion });

/** The platform's own tables, in the schemas `public` and `auth`; rooms declare theirs themselves. */
export const PLATFORM_TABLES: Readonly<Record<string, TableClaim>> = {
  deleted_accounts: ends("Remembers the id, so that tokens that are still good make no new person."),
  file_removals: nothing("Names files that are about to go."),
  mail_outbox: ends("Mails to the person's proven address are deleted; settled ones go after 30 days."),
  schema_functions: nothing("Says which form of each function is in place."),
  schema_migrations: nothing("Says which migrations have run."),
  schema_migrations_lock: nothing("Lets one node migrate at a time."),
  sync_horizon: nothing("Says up to where the log of changes was read."),
  sync_log: nothing("Names what changed, for some minutes."),
  sync_outcomes: nothing("What mutations came to, for three days, under random ids."),
  sync_scopes: nothing("Says what is tracked."),
  "auth.user": ends("Deleted."),
  "auth.session": ends(ACCOUNT),
  "auth.account": ends(ACCOUNT),
  "auth.verification": ends("Deleted."),
  "auth.twoFactor": ends(ACCOUNT),
  "auth.passkey": ends(ACCOUNT),
  "auth.jwks": nothing("The server's own keys."),
  "auth.attempts": nothing("Counts attempts for minutes."),
  "auth.oidc_sessions": ends("Ends by itself."),
  "auth.known_networks": ends("Deleted."),
};
