import { type Kysely, sql } from "kysely";
import { MINUTE } from "../../../../lib/dates/time.ts";
import { CareError } from "../../../../lib/errors.ts";
import { isFullId } from "../../../../lib/ids.ts";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import type { EscalationStep } from "../../rules/escalation-words.ts";
import { type LaterMinutes, maySnooze } from "../../rules/later.ts";
import { NOTIFICATION_MESSAGES } from "../../rules/messages.ts";
import { DOSE_KINDS, type Kind, TIMED_KINDS } from "../../rules.ts";

type Db = Kysely<Tables>;

/**
 * Whether a notification `n` is quiet because its person has put it off. The first step of an escalation repeats the
 * reminder, so it is quiet with it; the others ask for something new.
 */
export const isSnoozed = sql<boolean>`
  (n.later_until is not null
   or (n.step = 'again' and exists (
     select from notifications l
      where l.diary_id = n.diary_id and l.subject_id = n.subject_id and l.slot is not distinct from n.slot
        and l.user_id = n.user_id and l.done_at is null and l.later_until is not null)))`;

/**
 * Snoozes a user's notification from now on. Doses of one time are one message, so they are snoozed together. Returns
 * the end of the snooze, epoch ms.
 * @throws CareError when there is none, or it is settled
 */
export async function snooze(
  db: Db,
  userId: string,
  { notificationId, minutes }: { notificationId: string; minutes: LaterMinutes },
  now: Date,
): Promise<number> {
  const own = isFullId(notificationId)
    ? await db
        .selectFrom("notifications")
        .select(["id", "kind", "step", "done_at", "diary_id", "group_key"])
        .where("id", "=", notificationId)
        .where("user_id", "=", userId)
        .executeTakeFirst()
    : undefined;
  if (!own) throw new CareError("not-found", NOTIFICATION_MESSAGES.notFound);
  const { step, done_at } = own;
  const kind = own.kind as Kind;
  if (done_at !== null) throw new CareError("conflict", NOTIFICATION_MESSAGES.over);
  if (!maySnooze({ kind, step, isDone: false }))
    throw new CareError("invalid", NOTIFICATION_MESSAGES.noLater);
  const ids = DOSE_KINDS.includes(kind) ? await listOpenOfGroup(db, userId, own) : [own.id];
  const until = now.getTime() + minutes * MINUTE;
  await snoozeAll(db, userId, { ids, until, now });
  return until;
}

async function listOpenOfGroup(
  db: Db,
  userId: string,
  { kind, diary_id, group_key }: { kind: string; diary_id: string | null; group_key: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("notifications")
    .select("id")
    .where("user_id", "=", userId)
    .where("diary_id", "=", diary_id)
    .where("kind", "=", kind)
    .where("group_key", "=", group_key)
    .where("done_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Snoozes a user's open notifications until a moment (epoch ms). Other reminders of the same subjects count as seen, so
 * that each subject is shown again once.
 */
export async function snoozeAll(
  db: Db,
  userId: string,
  { ids, until, now }: { ids: readonly string[]; until: number; now: Date },
): Promise<void> {
  await sql`
    with put_off as (
      update notifications set later_until = ${new Date(until)}::timestamptz, seen_at = coalesce(seen_at, ${now}::timestamptz)
       where id = any(${[...ids]}::uuid[]) and user_id = ${userId} and done_at is null
      returning id, diary_id, subject_id, slot, kind
    )
    update notifications o set later_until = null, seen_at = coalesce(o.seen_at, ${now}::timestamptz)
      from put_off p
     where o.user_id = ${userId} and o.diary_id = p.diary_id and o.subject_id = p.subject_id
       and o.slot is not distinct from p.slot and o.done_at is null and o.id <> all(${[...ids]}::uuid[])
       and p.kind = any(${[...TIMED_KINDS]}::text[]) and o.kind = any(${[...TIMED_KINDS]}::text[])
       and (o.seen_at is null or o.later_until is not null)`.execute(db);
  // A notification that leaves a shared message gets a message of its own afterwards; the shared one stays for the
  // others.
  await sql`
    update notification_deliveries d set tag = null
     where d.notification_id = any(${[...ids]}::uuid[]) and d.tag is not null
       and exists (
         select from notification_deliveries other join notifications n on n.id = other.notification_id
          where other.target_id = d.target_id and other.tag = d.tag and n.done_at is null
            and n.id <> all(${[...ids]}::uuid[]))`.execute(db);
  // Put off again, devices show the new time.
  await sql`
    update notification_deliveries set replaced = null
     where notification_id = any(${[...ids]}::uuid[]) and replaced = 'later'`.execute(db);
}

/** A notification whose time to come back has come, as the check before sending wants it. Times in epoch ms. */
export type Snoozed = {
  id: string;
  userId: string;
  diaryId: string | null;
  kind: Kind;
  subjectKind: string;
  subjectId: string | null;
  slot: string | null;
  step: EscalationStep | null;
  role: Role | null;
  runState: string | null;
  isTaken: boolean;
  isDone: boolean;
  isClosed: boolean;
  isPutOff: false;
  subjectDueAt: number;
  laterUntil: number;
  now: number;
};

/** Locks notifications that come back now; those that another node is at are left out. */
export async function lockDueSnoozed(trx: Db, limit: number): Promise<Snoozed[]> {
  const { rows } = await sql<Snoozed>`
    select n.id, n.user_id as "userId", n.diary_id as "diaryId", n.kind, n.subject_kind as "subjectKind",
           n.subject_id as "subjectId", n.slot, n.step, m.role, e.state as "runState",
           coalesce(e.taken_until > now(), false) as "isTaken", false as "isDone", u.closed_at is not null as "isClosed", false as "isPutOff",
           (extract(epoch from coalesce(e.occurrence, n.due_at)) * 1000)::float8 as "subjectDueAt",
           (extract(epoch from n.later_until) * 1000)::float8 as "laterUntil",
           floor(extract(epoch from now()) * 1000)::float8 as now
      from notifications n
      join users u on u.id = n.user_id
      left join members m on m.diary_id = n.diary_id and m.user_id = n.user_id
      left join escalation_runs e on e.id = n.run_id
     where n.later_until <= now() and n.done_at is null
     order by n.later_until, n.id limit ${limit} for update of n skip locked`.execute(trx);
  return rows;
}

/**
 * Moves notifications to the top of their inboxes, unseen; settled ones are closed, and for others the snooze just
 * ends.
 */
export async function endSnooze(
  trx: Db,
  { back, over, others }: { back: readonly string[]; over: readonly string[]; others: readonly string[] },
): Promise<void> {
  await sql`
    update notifications
       set later_until = null, back_at = later_until,
           seen_at = case when id = any(${[...back]}::uuid[]) then null else seen_at end,
           made_at = case when id = any(${[...back]}::uuid[]) then now() else made_at end,
           done_at = case when id = any(${[...over]}::uuid[]) then now() else done_at end
     where id = any(${[...back, ...over, ...others]}::uuid[])`.execute(trx);
}

/** Extends the snooze of subjects that a member has claimed. `until` in epoch ms. */
export async function extendSnooze(trx: Db, kept: readonly { id: string; until: number }[]): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map(({ id, until }) => ({ id, until: new Date(until) }));
  await sql`
    update notifications n set later_until = k.until
      from jsonb_to_recordset(${JSON.stringify(rows)}) as k(id uuid, until timestamptz)
     where n.id = k.id`.execute(trx);
}

/** Of new reminders of an escalation those that their people have put off count as seen: nothing disturbs until then. */
export async function markSnoozedSeen(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update notifications n set seen_at = now()
     where n.id = any(${[...ids]}::uuid[]) and n.seen_at is null and ${isSnoozed}`.execute(trx);
}
