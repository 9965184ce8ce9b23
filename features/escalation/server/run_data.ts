import { type Kysely, sql } from "kysely";
import type { Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { EscalationStep } from "../../notifications/rules/escalation-words.ts";
import { TIMED_KINDS } from "../../notifications/rules.ts";
import type { EscalatedKind, EscalationSetup } from "../rules.ts";

type Db = Kysely<Tables>;

/** A run that is looked at, locked until the transaction ends. Times in epoch ms, by PostgreSQL's clock. */
export type Run = {
  id: string;
  diaryId: string;
  kind: EscalatedKind;
  setup: EscalationSetup | null;
  subjectKind: "task" | "dose";
  subjectId: string;
  slot: string | null;
  occurrence: number;
  openedAt: number;
  countsFrom: number;
  doneMinutes: number;
  nextAt: number;
  takenBy: string | null;
  takenUntil: number | null;
  notifiedTakenBy: string | null;
  isArchived: boolean;
  now: number;
};

const toEpochMs = (column: string) =>
  sql<number>`floor(extract(epoch from ${sql.raw(column)}) * 1000)::float8`;

/** Locks the run that has been due longest; runs of another node and those of `except` are skipped. */
export async function lockDueRun(trx: Db, except: readonly string[]): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select r.id, r.diary_id as "diaryId", p.kind, p.setup, r.subject_kind as "subjectKind", r.subject_id as "subjectId",
           r.slot, ${toEpochMs("r.occurrence")} as occurrence, ${toEpochMs("r.opened_at")} as "openedAt",
           ${toEpochMs("r.counts_from")} as "countsFrom", r.done_minutes as "doneMinutes", ${toEpochMs("r.next_at")} as "nextAt",
           r.taken_by as "takenBy", ${toEpochMs("r.taken_until")} as "takenUntil", r.told_taken_by as "notifiedTakenBy",
           d.is_archived as "isArchived", ${toEpochMs("now()")} as now
      from escalation_runs r
      join escalation_plans p on p.id = r.plan_id
      join diaries d on d.id = r.diary_id
     where r.state = 'open' and r.next_at <= now() and r.id <> all(${[...except]}::uuid[])
     order by r.next_at, r.id limit 1 for update of r skip locked`.execute(trx);
  return rows[0];
}

/** Ends a run: what it is about is settled, or it was turned off, or nobody has answered for too long. */
export async function closeRun(trx: Db, { id }: Run, state: "done" | "off" | "stale"): Promise<void> {
  await trx
    .updateTable("escalation_runs")
    .set({ state, next_at: null, closed_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/** Moves a run on. */
export async function moveRun(
  trx: Db,
  { id, now }: Run,
  to: {
    nextAt: number;
    /** The users notified by a step that isn't a repetition. */
    notified?: readonly string[];
    countsFrom?: number;
    doneMinutes?: number;
    notifiedTakenBy?: string | null;
    steps?: number;
  },
): Promise<void> {
  await trx
    .updateTable("escalation_runs")
    .set({
      next_at: new Date(to.nextAt),
      ...(to.countsFrom !== undefined && { counts_from: new Date(to.countsFrom) }),
      ...(to.doneMinutes !== undefined && { done_minutes: to.doneMinutes }),
      ...(to.notifiedTakenBy !== undefined && { told_taken_by: to.notifiedTakenBy }),
      ...(to.notified !== undefined && {
        told: sql`told || ${JSON.stringify(to.notified.map((userId) => ({ userId, at: now })))}::jsonb`,
      }),
      step: sql`step + ${to.steps ?? 0}`,
    })
    .where("id", "=", id)
    .execute();
}

/** A member who may be notified. */
export type Recipient = { userId: string; role: Role };

/** The members of a notebook whose accounts are open. */
export async function listMembers(trx: Db, diaryId: string): Promise<Recipient[]> {
  const rows = await trx
    .selectFrom("members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.user_id", "m.role"])
    .where("m.diary_id", "=", diaryId)
    .where("u.closed_at", "is", null)
    .orderBy("m.joined_at")
    .execute();
  return rows.map(({ user_id, role }) => ({ userId: user_id, role: role as Role }));
}

/** Lists the first recipients of the reminder, and the users its run has notified since. */
export async function listNotifiedBefore(
  trx: Db,
  run: Run,
): Promise<{ first: Set<string>; since: Set<string> }> {
  const { rows } = await sql<{ user_id: string; is_first: boolean }>`
    select user_id, run_id is null as is_first from notifications
     where diary_id = ${run.diaryId} and subject_id = ${run.subjectId}
       and (run_id = ${run.id}
            or (kind = ${run.kind} and slot is not distinct from ${run.slot}
                and abs(extract(epoch from due_at) * 1000 - ${run.occurrence}) < 1000))`.execute(trx);
  const getUserIds = (isFirst: boolean) =>
    new Set(rows.filter(({ is_first }) => is_first === isFirst).map(({ user_id }) => user_id));
  return { first: getUserIds(true), since: getUserIds(false) };
}

export type NewNotification = {
  userId: string;
  /** What makes it one of its kind within the run: it is written once. */
  key: string;
  step: EscalationStep;
  actorId: string | null;
  contacts: unknown[];
};

/** Writes notifications of a run; those that were written before stay as they are. Returns the new ones. */
export async function notifyOfRun(
  trx: Db,
  run: Run,
  all: readonly NewNotification[],
): Promise<{ id: string; userId: string }[]> {
  if (all.length === 0) return [];
  const rows = all.map(({ userId, key, step, actorId, contacts }) => ({
    user_id: userId,
    dedupe: `escalation ${run.id} ${key} ${userId}`,
    step,
    actor_id: actorId,
    contacts: contacts.length > 0 ? contacts : null,
    // Escalations of one time in a notebook share a message.
    group_key: `escalation ${run.diaryId} ${step} ${run.occurrence}`,
  }));
  const made = await sql<{ id: string; userId: string }>`
    insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, slot, actor_id, group_key,
                               due_at, made_at, run_id, step, contacts)
    select gen_random_uuid(), r.dedupe, r.user_id, ${run.diaryId}, 'escalation', ${run.subjectKind}, ${run.subjectId},
           ${run.slot}, r.actor_id, r.group_key, now(), now(), ${run.id}, r.step, r.contacts
      from jsonb_to_recordset(${JSON.stringify(rows)}) as r(user_id uuid, dedupe text, step text, actor_id uuid,
                                                            contacts jsonb, group_key text)
        on conflict (dedupe) do nothing
    returning id, user_id as "userId"`.execute(trx);
  return made.rows;
}

/**
 * Keeps only the newest reminder of a subject unseen for each user. Devices don't show the older ones as seen, because
 * nobody has read them.
 */
export async function markFormerAsSeen(trx: Db, run: Run, newIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update notifications n set seen_at = now()
      from notifications new
     where new.id = any(${[...newIds]}::uuid[]) and n.user_id = new.user_id and n.diary_id = ${run.diaryId}
       and n.subject_id = ${run.subjectId} and n.slot is not distinct from ${run.slot}
       and n.kind = any(${[...TIMED_KINDS]}::text[])
       and n.id <> all(${[...newIds]}::uuid[]) and n.seen_at is null and n.done_at is null
    returning n.id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from settled_notifications where notification_id = any(${ids}::uuid[])`.execute(trx);
}
