import { type Kysely, sql } from "kysely";
import { COUNTED_TO, QUEUES, type QueueName } from "../../lib/queues.ts";
import type { Tables } from "../db/database.ts";

/** How a queue stands. Counts end at {@link COUNTED_TO}. */
export type QueueState = {
  queue: QueueName;
  /** What is due and not done. */
  waiting: number;
  /** For how many seconds the oldest of them has been due; 0 when nothing waits. */
  oldestSeconds: number;
  /** What is planned for later, as far as the queue knows that. */
  later: number | null;
  /** What will be tried again after a failure. */
  failing: number;
  /** What was given up in the last day. */
  failedInDay: number;
  /** When something was last done, epoch ms; of a planner, up to when it has looked. */
  lastSuccess: number | null;
};

/** A count of at most {@link COUNTED_TO} rows; `rows` is what follows `select`. */
const upTo = (rows: string) => `(select count(*) from (select ${rows} limit ${COUNTED_TO}) counted)::int`;
/** Seconds since the first of `rows`, a moment by an index; 0 when there is none or it is in the future. */
const since = (first: string) => `greatest(0, coalesce(extract(epoch from now() - (${first})), 0))::float8`;
const ms = (moment: string) => `(extract(epoch from (${moment})) * 1000)::float8`;

const UNSENT = "d.sent_at is null and d.outcome is null";

/** The first of open deliveries, of what is due and of what is later half of {@link COUNTED_TO} each. */
const firstOf = (rows: string) =>
  `(select d.attempts, d.leased_until ${rows} order by d.is_urgent, d.next_attempt_at limit ${COUNTED_TO / 2})`;

/** The queue of one channel of notifications. */
const channelQueue = (channel: string) => {
  const open = `from notification_deliveries d where d.channel = '${channel}' and ${UNSENT}`;
  return `
    select 'notifications-${channel}' as queue,
           ${upTo(`${open} and d.next_attempt_at <= now()`)} as waiting,
           ${since(`least((select d.next_attempt_at ${open} and d.is_urgent order by d.next_attempt_at limit 1),
                         (select d.next_attempt_at ${open} and not d.is_urgent order by d.next_attempt_at limit 1))`)} as "oldestSeconds",
           ${upTo(`${open} and d.next_attempt_at > now() and d.next_attempt_at < 'infinity'`)} as later,
           -- A first attempt that is under way hasn't failed. What is due and what is later are looked at by themselves: what
           -- failed is among both, and one can be more than is looked at. In the order of the index, because without one
           -- PostgreSQL expects to find so many soon and reads the table from its beginning, where all was sent long ago.
           (select count(*) filter (where attempts > 1 or (attempts = 1 and leased_until is null))
              from (${firstOf(`${open} and d.next_attempt_at <= now()`)}
                    union all ${firstOf(`${open} and d.next_attempt_at > now()`)}) looked)::int as failing,
           ${upTo(`from notification_deliveries d where d.channel = '${channel}'
             and d.outcome in ('failed', 'misconfigured') and d.next_attempt_at > now() - interval '1 day'`)} as "failedInDay",
           -- An index of all that was sent would cost each message.
           ${ms(`select max(last_ok) from notification_targets where channel = '${channel}'`)} as "lastSuccess"`;
};

/** A queue whose rows have the moment at which they are due. */
const dueQueue = (
  queue: QueueName,
  { table, due, where = "true" }: { table: string; due: string; where?: string },
) => `
    select '${queue}', ${upTo(`from ${table} where ${where} and ${due} <= now()`)},
           ${since(`select ${due} from ${table} where ${where} and ${due} is not null order by ${due} limit 1`)},
           ${upTo(`from ${table} where ${where} and ${due} > now()`)}, 0, 0, null::float8`;

const BEHIND_CLOCK = `from reminder_clocks k
      join tasks t on t.status in ('pending', 'in_progress') and t.remind_at <= now()
       and (t.remind_at, t.id) > (k.done_until, k.done_id)
     where k.kind = 'task' and k.lead_minutes = 0`;

const STATEMENT = `
    ${["push", "ntfy", "webhook", "mail"].map(channelQueue).join(" union all ")}
    union all
    -- What the planner hasn't come to: nothing waits to be sent while it stands still.
    select 'reminders', ${upTo(BEHIND_CLOCK)},
           ${since(`select t.remind_at ${BEHIND_CLOCK} order by t.remind_at, t.id limit 1`)}, null, 0, 0,
           ${ms("select done_until from reminder_clocks where kind = 'task' and lead_minutes = 0")}
    union all ${dueQueue("doses", { table: "dose_reminders", due: "next_at" })}
    union all
    select 'events', ${upTo("from unplanned_notifications")},
           ${since(`select min(n.made_at) from (select notification_id from unplanned_notifications limit 1000) u
                     join notifications n on n.id = u.notification_id`)}, null, 0, 0, null
    union all ${dueQueue("escalation", { table: "escalation_runs", due: "next_at", where: "state = 'open'" })}
    union all ${dueQueue("digests", { table: "notification_settings", due: "next_digest_at" })}
    union all ${dueQueue("replacements", { table: "settled_notifications", due: "look_at" })}
    union all
    select 'webhooks', w.waiting, w."oldestSeconds", w.later, w.failing,
           ${upTo("from webhook_deliveries where outcome = 'failed' and tried_at > now() - interval '1 day'")},
           ${ms("select max(last_ok) from webhooks")}
      from (
        -- By webhook and not by moment, which would be an index more for each write.
        select count(*) filter (where next_attempt_at <= now())::int as waiting,
               ${since("min(next_attempt_at)")} as "oldestSeconds",
               count(*) filter (where next_attempt_at > now())::int as later,
               count(*) filter (where failure is not null)::int as failing
          from (select next_attempt_at, failure from webhook_deliveries where outcome is null limit ${COUNTED_TO}) first
      ) w
    union all
    -- What the mail server refuses for our own fault waits, though it is tried later.
    select 'mail', least(${COUNTED_TO}, ${upTo("from mail_outbox where next_attempt_at <= now()")}
             + ${upTo("from mail_outbox where held_since is not null and next_attempt_at > now()")}),
           ${since(`select least(
              (select next_attempt_at from mail_outbox where next_attempt_at is not null order by next_attempt_at limit 1),
              (select held_since from mail_outbox where held_since is not null order by held_since limit 1))`)},
           ${upTo("from mail_outbox where next_attempt_at > now() and held_since is null")},
           (select count(*) filter (where last_error is not null)
              from (select last_error from mail_outbox where next_attempt_at is not null
                     order by next_attempt_at limit ${COUNTED_TO}) first)::int,
           ${upTo("from mail_outbox where failed_at > now() - interval '1 day'")},
           ${ms("select sent_at from mail_outbox where sent_at is not null order by sent_at desc limit 1")}
    union all
    select 'exports', ${upTo("from exports where status = 'making'")},
           ${since("select created_at from exports where status = 'making' order by created_at limit 1")}, null,
           (select count(*) filter (where attempts > 1)
              from (select attempts from exports where status = 'making' order by created_at limit ${COUNTED_TO}) first)::int,
           ${upTo("from exports where status = 'failed' and created_at > now() - interval '1 day'")},
           ${ms("select generated_at from exports where generated_at is not null order by generated_at desc limit 1")}
    union all
    select 'file-removals', ${upTo("from file_removals where not_before <= now()")},
           ${since("select not_before from file_removals order by not_before limit 1")},
           ${upTo("from file_removals where not_before > now()")},
           (select count(*) filter (where not_before > now() and attempts > 0)
              from (select not_before, attempts from file_removals order by not_before desc limit ${COUNTED_TO}) last)::int,
           0, null`;

/** The job queue makes its tables itself when it starts. */
const JOBS = `
    select 'jobs', count(*) filter (where run_at <= now() and attempts < max_attempts)::int,
           coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts < max_attempts)), 0)::float8,
           count(*) filter (where run_at > now() and attempts < max_attempts)::int,
           count(*) filter (where last_error is not null and attempts < max_attempts)::int,
           count(*) filter (where attempts >= max_attempts and updated_at > now() - interval '1 day')::int, null
      from (select * from graphile_worker.jobs limit ${COUNTED_TO}) j`;
const NO_JOBS = "select 'jobs', 0, 0, 0, 0, 0, null";

/** How all queues stand. Every figure is bounded and found by an index, however many rows there are. */
export async function readQueues(db: Kysely<Tables>): Promise<QueueState[]> {
  const queue = await sql<{ hasJobs: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null as "hasJobs"`.execute(db);
  const jobs = queue.rows[0]!.hasJobs ? JOBS : NO_JOBS;
  const { rows } = await sql.raw<QueueState>(`${STATEMENT} union all ${jobs}`).execute(db);
  return rows.toSorted((a, b) => QUEUES.indexOf(a.queue) - QUEUES.indexOf(b.queue));
}

/** How many addresses of people without an account want no letters; at most {@link COUNTED_TO}. */
export async function countBlockedAddresses(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql
    .raw<{ count: number }>(`select ${upTo("from mail_blocks")} as count`)
    .execute(db);
  return rows[0]!.count;
}
