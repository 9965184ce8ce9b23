import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { FileStorage } from "../storage/storage.ts";
import { Failures } from "./failures.ts";
import { lockFileRemovals } from "./removal_lock.ts";

type Db = Pick<Database, "db">;

/**
 * Deletes expired data: outcomes of mutations after 3 days (no client re-sends that late), sent and failed mails
 * after 30, ended sessions, and expired tokens, counts and keys of sign-in, and
 * changes of an address that nobody confirmed. An error with one kind doesn't stop the
 * others.
 */
export async function deleteExpired({ db }: Db): Promise<void> {
  const failures = new Failures();
  for (const statement of [
    sql`delete from sync_outcomes where created_at < now() - interval '3 days'`,
    sql`delete from mail_outbox where next_attempt_at is null and created_at < now() - interval '30 days'`,
    sql`delete from auth."session" where "expiresAt" < now()`,
    sql`delete from auth."verification" where "expiresAt" < now()`,
    sql`delete from auth.email_changes where requested_at < now() - interval '1 day'`,
    sql`delete from auth.attempts where ends_at < now()`,
    sql`delete from auth.known_networks where seen_at < now() - interval '90 days'`,
    sql`delete from auth.known_devices where seen_at < now() - interval '400 days'`,
    sql`delete from auth.oidc_sessions where expires_at < now()`,
    sql`delete from auth."jwks" where "expiresAt" < now() - interval '7 days'`,
  ])
    await failures.collectFailure(() => statement.execute(db));
  failures.throwIfAny();
}

const FILES_AT_ONCE = 100;

/**
 * Removes files that no row refers to any more. A file that can't be removed now is tried again later and doesn't
 * stop the others. While a backup runs nothing is removed: the backup's rows still mention the files.
 */
export async function removeFiles({ db }: Db, storage: FileStorage): Promise<void> {
  const failures = new Failures();
  while (await removeNextFiles(db, storage, failures));
  failures.throwIfAny();
}

/** Removes the next files; returns whether there may be more. */
const removeNextFiles = (db: Database["db"], storage: FileStorage, failures: Failures): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const lock = await sql.raw<{ held: boolean }>(lockFileRemovals("tried")).execute(transaction);
    if (!lock.rows[0]?.held) return false;
    const { rows } = await sql<{ name: string }>`
      select name from file_removals where not_before <= now() order by created_at, name limit ${FILES_AT_ONCE}`.execute(
      db,
    );
    for (const { name } of rows) {
      try {
        await storage.remove(name);
        await sql`delete from file_removals where name = ${name}`.execute(db);
      } catch (error) {
        failures.add(error);
        // The delay grows with the time that the removal has waited, from 4 minutes to 12 hours.
        await sql`
          update file_removals
             set not_before = now() + least(greatest(now() - created_at, interval '4 minutes'), interval '12 hours')
           where name = ${name}`.execute(db);
      }
    }
    return rows.length === FILES_AT_ONCE;
  });
