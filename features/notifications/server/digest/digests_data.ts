import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { DIGEST } from "../deliver/delivery_data.ts";
import { SETTINGS_COLUMNS, type Settings, toSettings } from "../settings/settings_data.ts";
import { NEWS_FOR_DAYS } from "./news_sources.ts";

type Db = Kysely<Tables>;

/** A user whose digest is due. Times in epoch ms. */
export type DuePerson = {
  userId: string;
  language: string | null;
  settings: Settings;
  dueAt: number;
  now: number;
};

/** Locks a user whose digest is due and whom no other node has locked; undefined without one. */
export async function lockDueUser(trx: Db): Promise<DuePerson | undefined> {
  const row = await trx
    .selectFrom("notification_settings")
    .select(SETTINGS_COLUMNS)
    .select(
      sql<string | null>`(select language from users where id = notification_settings.user_id)`.as(
        "language",
      ),
    )
    .select(sql<number>`floor(extract(epoch from now()) * 1000)::float8`.as("now"))
    .where("next_digest_at", "<=", sql<number>`now()`)
    .orderBy("next_digest_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id: userId, language, next_digest_at: dueAt, now } = row;
  return { userId, language, settings: toSettings(row), dueAt: dueAt!, now };
}

export async function setNextDigest(trx: Db, userId: string, next: number | null): Promise<void> {
  await trx
    .updateTable("notification_settings")
    .set({ next_digest_at: next === null ? null : new Date(next) })
    .where("user_id", "=", userId)
    .execute();
}

/** Whether a user has had the digest of a local day, `YYYY-MM-DD`. */
export async function hasDigest(trx: Db, userId: string, localDate: string): Promise<boolean> {
  const { rows } = await sql`
    select from digests where user_id = ${userId} and local_date = ${localDate}::date`.execute(trx);
  return rows.length > 0;
}

export async function recordDigest(trx: Db, userId: string, localDate: string): Promise<void> {
  await sql`insert into digests (user_id, local_date) values (${userId}, ${localDate}::date)`.execute(trx);
}

/** Locks a user's mail target before its deliveries, in the order of a target's deletion; null when it is deleted. */
export async function lockMailTarget(trx: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from notification_targets where user_id = ${userId} and channel = 'mail' for key share`.execute(
    trx,
  );
  return rows[0]?.id ?? null;
}

/** Marks a user's pending digest items due, newest first; closes seen and outdated ones. */
export async function scheduleDigestItems(trx: Db, userId: string, limit: number): Promise<void> {
  await sql`
    with waiting as (
      select d.id, n.seen_at, n.due_at
        from notification_targets t
        join notification_deliveries d on d.target_id = t.id and d.channel = ${sql.lit(DIGEST)}
         and d.sent_at is null and d.outcome is null
        join notifications n on n.id = d.notification_id
       where t.user_id = ${userId} and t.channel = 'mail'
       order by n.due_at desc
    ),
    newest as (
      select id from waiting
       where seen_at is null and due_at > now() - make_interval(days => ${NEWS_FOR_DAYS}) limit ${limit}
    )
    update notification_deliveries d
       set next_attempt_at = now(),
           outcome = case when w.seen_at is not null then 'seen'
                          when w.due_at <= now() - make_interval(days => ${NEWS_FOR_DAYS}) then 'old' end
      from waiting w
     where d.id = w.id
       and (w.id in (select id from newest) or w.seen_at is not null
            or w.due_at <= now() - make_interval(days => ${NEWS_FOR_DAYS}))`.execute(trx);
}

/** Reads the further data of digest items by delivery: the notebook's name, and whether the notification was late. */
export async function readPlaces(
  trx: Db,
  deliveryIds: readonly string[],
): Promise<Map<string, { notebook: string; whileAway: boolean }>> {
  const { rows } = await sql<{ id: string; notebook: string; whileAway: boolean }>`
    select d.id, coalesce(b.name, '') as notebook, n.while_away as "whileAway"
      from notification_deliveries d
      join notifications n on n.id = d.notification_id
      left join diaries b on b.id = n.diary_id
     where d.id = any(${deliveryIds})`.execute(trx);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
