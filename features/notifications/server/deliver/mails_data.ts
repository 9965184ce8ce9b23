import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { type Claimed, DIGEST } from "./delivery_data.ts";

type Db = Kysely<Tables>;

/**
 * Locks the targets of due mails, the earliest first, and returns their ids. Before their deliveries and in one order,
 * as a target's deletion does; a target that is being deleted is skipped.
 */
export async function lockMailTargets(trx: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from notification_targets t
     where t.id in (
       select target_id from notification_deliveries
        where channel = 'mail' and sent_at is null and outcome is null and next_attempt_at <= now()
        order by is_urgent, next_attempt_at limit ${limit})
     order by t.id for key share of t skip locked`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Ends due mails about what their person has seen in the notebook meanwhile; returns when they were due, epoch ms. */
export async function dropSeenMails(trx: Db, targetIds: readonly string[]): Promise<{ dueAt: number }[]> {
  const { rows } = await sql<{ dueAt: number }>`
    update notification_deliveries d set outcome = 'seen'
      from notifications n
     where d.id in (
       select id from notification_deliveries
        where channel = 'mail' and target_id = any(${[...targetIds]}::uuid[])
          and sent_at is null and outcome is null and next_attempt_at <= now()
        for update skip locked)
       and n.id = d.notification_id and n.seen_at is not null
    returning (extract(epoch from d.due_at) * 1000)::float8 as "dueAt"`.execute(trx);
  return rows;
}

/** Makes mails due that wait for the same subject as a due one, so that they share a letter. */
export async function joinWaitingMails(trx: Db, targetIds: readonly string[]): Promise<void> {
  await sql`
    update notification_deliveries set next_attempt_at = now()
     where id in (
       select w.id
         from notification_deliveries d
         join notifications n on n.id = d.notification_id
         join notification_deliveries w on w.target_id = d.target_id and w.channel = 'mail'
          and w.sent_at is null and w.outcome is null and w.next_attempt_at > now()
         join notifications o on o.id = w.notification_id and o.group_key = n.group_key and o.kind = n.kind
          and o.diary_id is not distinct from n.diary_id and o.seen_at is null
        where d.channel = 'mail' and d.target_id = any(${[...targetIds]}::uuid[])
          and d.sent_at is null and d.outcome is null and d.next_attempt_at <= now()
        for update of w skip locked)`.execute(trx);
}

/** Leaves deliveries of channel mail to the digest of their people. */
export async function putIntoDigest(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update notification_deliveries
       set channel = ${DIGEST}, next_attempt_at = 'infinity', leased_until = null
     where id = any(${ids}) and sent_at is null and outcome is null`.execute(trx);
}

/** Whom a letter goes to; `language` is null where the account has none. */
export type Recipient = { to: string; language: string | null };

/** Reads the verified addresses of these users whose accounts are open, and their languages. */
export async function readAddresses(db: Db, userIds: readonly string[]): Promise<Map<string, Recipient>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .select(["id", "email", "language"])
    .where("id", "in", userIds)
    .where("email_verified", "=", true)
    .where("email", "!=", "")
    .where("closed_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, email, language }) => [id, { to: email, language }]));
}

/** What became of the letters of mentions, by delivery: `mailed`, `off`, or `beyond` the limit. */
export async function readMailedMentions(
  db: Db,
  mentions: readonly Claimed[],
): Promise<Map<string, "mailed" | "off" | "beyond">> {
  if (mentions.length === 0) return new Map();
  const rows = await sql<{ id: string; outcome: "mailed" | "off" | "beyond" }>`
    select d.id,
           case when exists (select from mention_mails m where m.user_id = n.user_id and m.subject_id = n.subject_id)
                then 'mailed' when u.mention_mails then 'beyond' else 'off' end as outcome
      from notification_deliveries d
      join notifications n on n.id = d.notification_id
      join users u on u.id = n.user_id
     where d.id = any(${mentions.map(({ id }) => id)})`.execute(db);
  return new Map(rows.rows.map(({ id, outcome }) => [id, outcome]));
}
