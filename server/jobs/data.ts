import { sql } from "kysely";
import { DEFAULT_RETENTION, type RetentionConfig } from "../config/retention.ts";
import type { Database } from "../db/database.ts";
import { deleteGivenUpTexts } from "../mail/data.ts";
import type { FileStorage } from "../storage/storage.ts";
import { BATCH, deleteInBatches } from "./batches.ts";
import { Failures } from "./failures.ts";
import type { DeletionObserver } from "./job.ts";
import { lockFileRemovals } from "./removal_lock.ts";

type Db = Pick<Database, "db">;

/**
 * Data with its own lifetime, independent of the settings: tokens, counts and keys of sign-in, and unconfirmed changes.
 */
const OF_SIGN_IN = [
  sql`delete from auth."session" where "expiresAt" < now()`,
  sql`delete from auth."verification" where "expiresAt" < now()`,
  sql`delete from auth.email_changes where requested_at < now() - interval '1 day'`,
  sql`delete from auth.attempts where ends_at < now()`,
  sql`delete from auth.known_networks where seen_at < now() - interval '90 days'`,
  sql`delete from auth.known_devices where seen_at < now() - interval '400 days'`,
  sql`delete from auth.oidc_sessions where expires_at < now()`,
  sql`delete from access_tokens where expires_at < now() - interval '30 days'`,
  sql`delete from auth."jwks" where "expiresAt" < now() - interval '7 days'`,
];

/**
 * Deletes expired data, by the operator's retention settings (`server/config/retention.ts`). An error with one kind
 * doesn't stop the others.
 */
export async function deleteExpired(
  { db }: Db,
  retention: RetentionConfig = DEFAULT_RETENTION,
  onDeleted: DeletionObserver = () => {},
): Promise<void> {
  const failures = new Failures();
  const passes: [what: string, pass: () => Promise<number>][] = [
    ["outboxes", () => deleteOutboxes(db)],
    ["outcomes", () => deleteOutcomes(db, retention.outcomeDays)],
    ["unread outcomes", () => dropUnreadOutcomes(db)],
    ["mails", () => deleteMails(db, retention.mailDays)],
    ["jobs", () => deleteFailedJobs(db, retention.jobDays)],
    ["audit events", () => deleteAuditEvents(db, retention.auditDays)],
  ];
  for (const [what, pass] of passes) await failures.collectFailure(async () => onDeleted(what, await pass()));
  await failures.collectFailure(() => deleteGivenUpTexts({ db }));
  for (const statement of OF_SIGN_IN) await failures.collectFailure(() => statement.execute(db));
  failures.throwIfAny();
}

const olderThan = (column: string, days: number) =>
  sql`${sql.ref(column)} < now() - make_interval(days => ${sql.lit(days)})`;

/** A device sends again what it has no answer to, perhaps after months: until then the numbers of its outbox are known. */
const OUTBOX_DAYS = 400;
/** How long the outcome of an operation stays whose device hasn't read it. */
const UNREAD_DAYS = 30;

const deleteOutboxes = (db: Database["db"]) =>
  deleteInBatches(db, {
    table: "sync_outboxes",
    key: "outbox_id",
    where: olderThan("seen_at", OUTBOX_DAYS),
    by: "seen_at",
  });

const OF_OUTBOX = sql`exists (select from sync_outboxes as b where b.outbox_id = sync_outcomes.session_id)`;

/** The outcomes of sessions and idempotency keys, and of deleted outboxes. */
const deleteOutcomes = (db: Database["db"], days: number) =>
  deleteInBatches(db, {
    table: "sync_outcomes",
    key: "ctid",
    where: sql`${olderThan("created_at", days)} and not ${OF_OUTBOX}`,
    by: "created_at",
  });

/** Drops outcomes that no device has read; the fingerprint of each stays as long as its outbox. */
async function dropUnreadOutcomes(db: Database["db"]): Promise<number> {
  const { numAffectedRows } = await sql`
    update sync_outcomes set outcome = null
     where ${olderThan("created_at", UNREAD_DAYS)} and outcome is not null and ${OF_OUTBOX}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const deleteMails = (db: Database["db"], days: number) =>
  deleteInBatches(db, {
    table: "mail_outbox",
    key: "id",
    where: sql`next_attempt_at is null and ${olderThan("created_at", days)}`,
    by: "created_at",
  });

/** Jobs that were given up, by the queue's own function. Without a job queue there are none. */
async function deleteFailedJobs(db: Database["db"], days: number): Promise<number> {
  const { rows } = await sql<{ hasJobs: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null as "hasJobs"`.execute(db);
  if (!rows[0]!.hasJobs) return 0;
  const done = await sql<{ id: string }>`
    select id from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
       where attempts >= max_attempts and locked_at is null and ${olderThan("updated_at", days)}
       limit ${sql.lit(BATCH)}))`.execute(db);
  return done.rows.length;
}

/** The database itself keeps the last 90 days, and events of new administrators (`audit_events_stay`). */
async function deleteAuditEvents(db: Database["db"], days: number | null): Promise<number> {
  if (days === null) return 0;
  let deleted = 0;
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      await sql`select set_config('carediary.audit_retention', 'on', true)`.execute(trx);
      const { numAffectedRows } = await sql`
        delete from audit_events where id in (
          select id from audit_events
           where ${olderThan("created_at", days)} and event_type <> 'admin.promoted'
           order by created_at, id limit ${sql.lit(BATCH)})`.execute(trx);
      return Number(numAffectedRows ?? 0);
    });
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

const FILES_AT_ONCE = 100;

/**
 * Removes files that no row refers to any more. A file that can't be removed now is tried again later and doesn't
 * stop the others. `keptDays`: for how long files stay after that. While a backup runs nothing is removed: the backup's rows still mention the files.
 */
export async function removeFiles({ db }: Db, storage: FileStorage, keptDays = 0): Promise<void> {
  const failures = new Failures();
  if (keptDays > 0) await postponeRemovals(db, keptDays);
  while (await removeNextFiles(db, storage, failures));
  failures.throwIfAny();
}

/** Lets files stay for as long as the operator wants to be able to go back to an older backup of the rows. */
async function postponeRemovals(db: Database["db"], days: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      update file_removals set not_before = created_at + make_interval(days => ${sql.lit(days)})
       where name in (
         select name from file_removals
          where not_before <= now() and attempts = 0 and created_at > now() - make_interval(days => ${sql.lit(days)})
          order by not_before limit ${sql.lit(BATCH)} for update skip locked)`.execute(db);
    if (Number(numAffectedRows ?? 0) < BATCH) return;
  }
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
             set attempts = attempts + 1, not_before = now() + least(greatest(now() - created_at, interval '4 minutes'), interval '12 hours')
           where name = ${name}`.execute(db);
      }
    }
    return rows.length === FILES_AT_ONCE;
  });
