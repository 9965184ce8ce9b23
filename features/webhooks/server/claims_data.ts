import { type Kysely, sql } from "kysely";
import type { Database, Tables } from "../../../server/db/database.ts";
import { MAX_PER_HOUR } from "../rules/retry.ts";
import { isChosen, MAX_WAITING } from "../rules.ts";
import { type ChangedRow, isNotebookGone } from "./events.ts";

type Db = Pick<Database, "db">;

/** The most messages in flight to one webhook; only one to a webhook whose last attempt failed. */
const AT_ONCE = 4;
/** How long a node owns a message that it has claimed; longer than an attempt takes. */
const LEASE = sql`interval '60 seconds'`;
/** The most rows of `webhook_wakes` that one poll takes. */
const WAKES = 1_000;

/** A message that this node has claimed. */
export type Claimed = ChangedRow & {
  id: string;
  /** Counts claims: an older claim records nothing any more. */
  attempts: number;
  webhookId: string;
  sealed: Buffer;
  rotatedUntil: number | null;
};

type ClaimedRow = Omit<Claimed, "sealed"> & {
  sealed: Buffer | null;
  areas: string[] | null;
  isOn: boolean | null;
  looked: number;
};

/** Has a node poll these webhooks once this transaction is committed. */
export async function wake(db: Kysely<Tables>, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length === 0) return;
  const values = [...new Set(webhookIds)].map((webhook_id) => ({ webhook_id }));
  await db.insertInto("webhook_wakes").values(values).execute();
}

/** Schedules webhooks with due messages that may send one more. */
export async function wakeIfDue({ db }: Db, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length === 0) return;
  await sql`
    insert into webhook_wakes (webhook_id)
    select w.id from unnest(${[...new Set(webhookIds)]}::uuid[]) as w(id)
     where exists (select from webhook_deliveries d
                    where d.webhook_id = w.id and d.outcome is null and d.next_attempt_at <= now())`.execute(
    db,
  );
}

/** Schedules woken webhooks for polling, in id order to avoid deadlocks. */
const scheduleWoken = sql`
  with taken as (
    delete from webhook_wakes
     where id in (select id from webhook_wakes order by id limit ${sql.lit(WAKES)} for update skip locked)
    returning webhook_id)
  insert into webhook_queues as q (webhook_id, look_at)
  select distinct webhook_id, now() from taken order by webhook_id
  on conflict (webhook_id) do update set look_at = least(q.look_at, now())`;

/**
 * Claims due messages, at most `limit`: no other node takes them meanwhile, and if this one dies they are due again. A
 * webhook gets a few at a time, so that a thousand messages or a slow receiver leave room for the others. Deletes messages
 * whose webhook or membership is gone, or whose kind isn't chosen any more.
 * @returns null when no webhook was due
 */
export async function claimMessages({ db }: Db, limit: number): Promise<Claimed[] | null> {
  await scheduleWoken.execute(db);
  const ofEach = Math.min(AT_ONCE, limit);
  const { rows } = await sql<ClaimedRow>`
    with looked as (
      select q.webhook_id, case when q.hour_from > now() - interval '1 hour' then q.hour_sent else 0 end as sent
        from webhook_queues q where q.look_at <= now()
       order by q.look_at limit ${sql.lit(Math.floor(limit / ofEach))}
         for update skip locked
    ),
    room as (
      select l.webhook_id, greatest(w.paused_until, w.limited_until) as rests_until,
             least(${sql.lit(MAX_PER_HOUR)} - l.sent,
                   case when w.failures > 0 then 1 else ${sql.lit(ofEach)} end
                   - (select count(*) from webhook_deliveries f
                       where f.webhook_id = l.webhook_id and f.leased_until > now())) as free
        from looked l left join webhooks w on w.id = l.webhook_id
    ),
    due as (
      select c.id, r.webhook_id
        from room r
       cross join lateral (
          select d.id from webhook_deliveries d
           where d.webhook_id = r.webhook_id and d.outcome is null and d.next_attempt_at <= now()
           order by d.next_attempt_at
           limit case when r.rests_until > now() then 0 else greatest(0, r.free) end
             for update skip locked) c
    ),
    claimed as (
      update webhook_deliveries d
         set attempts = d.attempts + 1, leased_until = now() + ${LEASE}, next_attempt_at = now() + ${LEASE}
        from due where d.id = due.id
      returning d.*
    ),
    -- The next poll: when an unclaimed message is due, or the lease ends. Recording a response polls earlier when
    -- more is due.
    moved as (
      update webhook_queues q
         set look_at = case when n.at is null and n.claimed = 0 then null
                            else greatest(now() + interval '1 second', n.rests_until,
                                          least(n.at, case when n.claimed > 0 then now() + ${LEASE} end)) end
        from (select r.webhook_id, r.rests_until, k.claimed,
                     (select d.next_attempt_at from webhook_deliveries d
                       where d.webhook_id = r.webhook_id and d.outcome is null
                       order by d.next_attempt_at offset k.claimed limit 1) as at
                from room r
               cross join lateral (select count(*) as claimed from due where due.webhook_id = r.webhook_id) k) n
       where q.webhook_id = n.webhook_id
    )
    select l.looked, c.id, c.attempts, c.webhook_id as "webhookId", c.kind, c.change, c.subject_id as "subjectId",
           coalesce(c.diary_id, c.subject_id) as "diaryId", (extract(epoch from c.made_at) * 1000)::float8 as "madeAt",
           c.role as "roleThen", c.before, m.role, w.user_id as "userId", w.sealed, w.areas,
           (extract(epoch from w.rotated_until) * 1000)::float8 as "rotatedUntil",
           w.disabled_at is null and u.closed_at is null and u.deleted_at is null
             -- A deleted notebook is no longer among the chosen ones; its event was only recorded for webhooks that chose it.
             and (w.all_notebooks or c.diary_id is null or exists (
               select from webhook_notebooks b where b.webhook_id = w.id and b.diary_id = c.diary_id)) as "isOn"
      from (select count(*)::int as looked from looked) l
      left join claimed c on true
      left join webhooks w on w.id = c.webhook_id
      left join users u on u.id = w.user_id
      left join members m on m.diary_id = coalesce(c.diary_id, c.subject_id) and m.user_id = w.user_id
     order by c.made_at, c.id`.execute(db);
  if (rows[0]?.looked === 0) return null;
  const claimed = rows.filter(({ id }) => id !== null);
  await forgetMessages(
    { db },
    claimed.filter((row) => !isSendable(row)),
  );
  return claimed.filter(isSendable);
}

const isSendable = (row: ClaimedRow): row is ClaimedRow & Claimed =>
  row.isOn === true &&
  row.sealed !== null &&
  isChosen(row.areas, row.kind) &&
  (row.role !== null || isNotebookGone(row));

/** Deletes messages the user may not see, leaving no trace that they existed. */
export async function forgetMessages(
  database: Db,
  messages: readonly { id: string; webhookId: string }[],
): Promise<void> {
  if (messages.length === 0) return;
  const ids = messages.map(({ id }) => id);
  await database.db.deleteFrom("webhook_deliveries").where("id", "in", ids).execute();
  await wakeIfDue(
    database,
    messages.map(({ webhookId }) => webhookId),
  );
}

/** Counts messages that are sent now. A webhook above the limit of an hour rests until the hour ends. */
export async function countSent({ db }: Db, messages: readonly { webhookId: string }[]): Promise<void> {
  if (messages.length === 0) return;
  const ids = messages.map(({ webhookId }) => webhookId);
  const isNew = sql`coalesce(q.hour_from <= now() - interval '1 hour', true)`;
  await sql`
    with counted as (
      insert into webhook_queues as q (webhook_id, hour_from, hour_sent)
      select id, now(), count(*) from unnest(${ids}::uuid[]) as s(id) group by id order by id
      on conflict (webhook_id) do update
         set hour_from = case when ${isNew} then now() else q.hour_from end,
             hour_sent = case when ${isNew} then 0 else q.hour_sent end + excluded.hour_sent
      returning webhook_id, hour_from, hour_sent)
    update webhooks w set limited_until = c.hour_from + interval '1 hour'
      from counted c where c.webhook_id = w.id and c.hour_sent >= ${sql.lit(MAX_PER_HOUR)}`.execute(db);
}

/** Lists each webhook with waiting messages, and a null: one index step each, however many wait. */
const waiting = sql`waiting(id) as (
      (select d.webhook_id from webhook_deliveries d where d.outcome is null order by d.webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d
               where d.outcome is null and d.webhook_id > h.id order by d.webhook_id limit 1)
        from waiting h where h.id is not null
    )`;

/** Wakes webhooks with waiting messages and no schedule: after a change by hand, or by an older version. */
export async function wakeForgotten({ db }: Db): Promise<void> {
  await sql`
    with recursive ${waiting}
    insert into webhook_wakes (webhook_id)
    select h.id from waiting h left join webhook_queues q on q.webhook_id = h.id
     where h.id is not null and q.look_at is null`.execute(db);
}

/** Gives up the oldest messages of webhooks with too many waiting ones; returns the number of webhooks. */
export async function dropOldest({ db }: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${waiting}
    select h.id from waiting h
     where h.id is not null
       and exists (select from webhook_deliveries d where d.webhook_id = h.id and d.outcome is null
                    order by d.next_attempt_at offset ${sql.lit(MAX_WAITING)} limit 1)`.execute(db);
  for (const { id } of rows) {
    await sql`
      delete from webhook_deliveries
       where id in (select id from webhook_deliveries where webhook_id = ${id} and outcome is null
                     order by made_at desc, id desc offset ${sql.lit(MAX_WAITING)})`.execute(db);
    await sql`update webhooks set missed_at = now() where id = ${id}`.execute(db);
  }
  return rows.length;
}
