import { sql } from "kysely";
import type { Database } from "../db/database.ts";

/**
 * Deletes what only mattered for a while: outcomes of mutations after 3 days (no client re-sends that
 * late), settled mails after 30, and ended sessions, proofs, counts and keys of sign-in.
 */
export async function deleteExpired({ db }: Pick<Database, "db">): Promise<void> {
  await sql`delete from sync_outcomes where created_at < now() - interval '3 days'`.execute(db);
  await sql`
    delete from mail_outbox
    where next_attempt_at is null and created_at < now() - interval '30 days'`.execute(db);
  await sql`delete from auth."session" where "expiresAt" < now()`.execute(db);
  await sql`delete from auth."verification" where "expiresAt" < now()`.execute(db);
  await sql`delete from auth.attempts where ends_at < now()`.execute(db);
  await sql`delete from auth.oidc_sessions where expires_at < now()`.execute(db);
  await sql`delete from auth."jwks" where "expiresAt" < now() - interval '7 days'`.execute(db);
}
