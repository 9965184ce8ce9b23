import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../db/database.ts";

/** Several scrapes within this time get the same figures. */
const KEEP_MS = 5_000;

type Queue = { waiting: number; oldest: number; failed: number };

/** What waits and what fills up: mails, jobs, files to be removed, the disk, the database. Read when metrics are asked. */
export function watchQueues(
  registry: Registry,
  { database, dataDir }: { database: Database; dataDir: string },
) {
  const registers = [registry];
  const read = remembered(() => readQueues(database));
  // All workers of a machine, and all nodes, count the same rows.
  const aggregator = "max" as const;
  const gauge = (name: string, help: string, field: keyof Queue) =>
    new Gauge({
      name,
      help,
      labelNames: ["queue"],
      aggregator,
      registers,
      collect: whenAvailable(async function (this: Gauge) {
        for (const [queue, state] of Object.entries(await read())) this.set({ queue }, state[field]);
      }),
    });
  gauge(
    "queue_waiting",
    "Mails, jobs, removals of files, reminders and notifications that are due and not done",
    "waiting",
  );
  gauge("queue_oldest_seconds", "How long the oldest of them has been due; 0 when nothing waits", "oldest");
  gauge(
    "queue_failed",
    "Those of the last 30 days that were given up, and those that failed at least once",
    "failed",
  );
  new Gauge({
    name: "notification_mails",
    help: "Notifications that wait for their five minutes or for a digest, and letters of the last hour",
    labelNames: ["what"],
    aggregator,
    registers,
    collect: whenAvailable(async function (this: Gauge) {
      const { rows } = await database.pool.query(
        `select count(*) filter (where channel = 'mail')::int as waiting,
                count(*) filter (where channel = 'digest')::int as digest,
                (select count(*) from mention_mails where sent_at > now() - interval '1 hour')::int as letters
           from notification_deliveries
          where channel in ('mail', 'digest') and sent_at is null and outcome is null`,
      );
      for (const [what, count] of Object.entries(rows[0])) this.set({ what }, count as number);
    }),
  });
  new Gauge({
    name: "database_size_bytes",
    help: "Size of the database with its indexes",
    aggregator,
    registers,
    collect: whenAvailable(async function (this: Gauge) {
      const { rows } = await database.pool.query(
        "select pg_database_size(current_database())::float8 as size",
      );
      this.set(rows[0].size);
    }),
  });
  new Gauge({
    name: "data_disk_bytes",
    help: "The disk of the data directory: its size, and what is free for the server",
    labelNames: ["what"],
    aggregator,
    registers,
    collect: whenAvailable(async function (this: Gauge) {
      const { blocks, bavail, bsize } = await statfs(dataDir);
      this.set({ what: "size" }, blocks * bsize);
      this.set({ what: "free" }, bavail * bsize);
    }),
  });
}

/**
 * Leaves a gauge out when its source doesn't answer: the other metrics are never needed more than then, and one failed
 * gauge would take all with it.
 */
export function whenAvailable(read: (this: Gauge) => Promise<void>): (this: Gauge) => Promise<void> {
  return async function () {
    this.reset();
    await read.call(this).catch(() => {});
  };
}

async function readQueues({ pool }: Database): Promise<Record<string, Queue>> {
  const { rows } = await pool.query<Queue & { queue: string }>(`
    select 'mail' as queue, count(*) filter (where next_attempt_at <= now())::int as waiting,
           coalesce(extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at <= now())), 0)::float8 as oldest,
           count(*) filter (where sent_at is null and last_error is not null)::int as failed
      from mail_outbox where next_attempt_at is not null or (created_at > now() - interval '30 days' and sent_at is null)
    union all
    select 'jobs', count(*) filter (where run_at <= now() and attempts < max_attempts)::int,
           coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts < max_attempts)), 0)::float8,
           count(*) filter (where last_error is not null)::int
      from graphile_worker.jobs
    union all
    select 'file-removals', count(*) filter (where not_before <= now())::int,
           coalesce(extract(epoch from now() - min(not_before) filter (where not_before <= now())), 0)::float8,
           count(*) filter (where not_before > created_at + interval '1 minute')::int
      from file_removals
    union all
    -- Those given up are in notifications_sent_total: finding them here would read all of the last weeks.
    select 'notifications-' || c.channel, count(*) filter (where d.next_attempt_at <= now())::int,
           coalesce(extract(epoch from now() - min(d.next_attempt_at) filter (where d.next_attempt_at <= now())), 0)::float8,
           -- A first attempt that is under way hasn't failed.
           count(*) filter (where d.attempts > 1 or (d.attempts = 1 and d.leased_until is null))::int
      from (values ('push'), ('ntfy'), ('webhook'), ('mail')) c(channel)
      left join notification_deliveries d on d.channel = c.channel and d.sent_at is null and d.outcome is null
     group by c.channel
    union all
    -- What the planner hasn't come to: nothing waits to be sent while it stands still.
    select 'reminders', count(t.id)::int,
           coalesce(extract(epoch from now() - min(t.remind_at)), 0)::float8, 0
      from reminder_clocks k
      left join tasks t on t.status in ('pending', 'in_progress') and t.remind_at <= now()
       and (t.remind_at, t.id) > (k.done_until, k.done_id)
     where k.kind = 'task' and k.lead_minutes = 0`);
  return Object.fromEntries(rows.map(({ queue, ...state }) => [queue, state]));
}

/** Calls `read` at most once in {@link KEEP_MS}; a failure isn't remembered. */
function remembered<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | null = null;
  return () => {
    if (!last || Date.now() - last.at > KEEP_MS) {
      const value = read();
      last = { at: Date.now(), value };
      value.catch(() => {
        last = null;
      });
    }
    return last.value;
  };
}
