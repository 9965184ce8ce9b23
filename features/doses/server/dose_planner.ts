import { type Kysely, sql } from "kysely";
import { rolesThat } from "../../../server/access/permissions.ts";
import type { Database, Tables } from "../../../server/db/database.ts";
import { SENT_ALONE } from "../../notifications/rules/lateness.ts";
import type { Kind } from "../../notifications/rules.ts";
import {
  type NewNotification,
  type NewNotificationRow,
  planDeliveries,
  RETRY_SECONDS,
  retryPerOwner,
  runPlanner,
  toNewNotification,
} from "../../notifications/server/public.ts";
import { listSlotsToRemind, type PlanReminders, type RemindedPlan } from "./reminder_slots.ts";

type Db = Kysely<Tables>;

/** Plans that one transaction looks at. */
const BATCH = 300;

/** Roles that are reminded of doses: those that may give them. They see all plans of a notebook. */
const GIVING_ROLES = rolesThat("doses.give");

const KINDS = { due: "dose-due", late: "dose-missed" } as const satisfies Record<string, Kind>;

/** What a transaction of the planner did. */
export type PlannedDoses = {
  /** The number of plans read. */
  plans: number;
  notifications: number;
  /** Whether there may be more at once. */
  isFull: boolean;
};

type DuePlan = RemindedPlan & { kind: string; nextAt: number };

/**
 * Plans the reminders of planned doses, of one batch of plans whose next moment has come: writes notifications and
 * deliveries and moves the plans on to their next moments in one transaction. Each plan has a watermark of its own in
 * `dose_reminders`; several nodes plan different ones at a time.
 */
export function planDoses(database: Pick<Database, "db">, batch = BATCH): Promise<PlannedDoses> {
  return runPlanner(database, async (trx) => {
    const { looks, now } = await lockDue(trx, batch);
    let notifications = 0;
    const locked = await retryPerOwner(trx, looks, {
      of: ({ diaryId }) => diaryId,
      work: async (some) => {
        const found = await listSlotsToRemind(trx, some, now);
        const made = await notify(trx, found, { looks: some, now });
        await planDeliveries(trx, made.sent, now);
        await moveOn(trx, found);
        notifications += made.count;
        return made;
      },
    });
    await postpone(trx, locked);
    return { plans: looks.length, notifications, isFull: looks.length === batch };
  });
}

/**
 * Postpones plans whose notebook another transaction holds, so that they don't come up in each round; reminders due
 * meanwhile are planned then.
 */
async function postpone(trx: Db, held: readonly DuePlan[]): Promise<void> {
  if (held.length === 0) return;
  await sql`
    update dose_reminders d set next_at = now() + make_interval(secs => ${RETRY_SECONDS})
      from jsonb_to_recordset(${JSON.stringify(held.map(({ planId, kind }) => ({ plan_id: planId, kind })))})
           as r(plan_id uuid, kind text)
     where d.plan_id = r.plan_id and d.kind = r.kind`.execute(trx);
}

/** Locks the plans whose next moment has come; plans that are being written follow after that. */
async function lockDue(trx: Db, batch: number): Promise<{ looks: DuePlan[]; now: number }> {
  const { rows } = await sql<{
    plan_id: string;
    diary_id: string;
    kind: string;
    done_until: number;
    next_at: number;
    now_ms: number;
  }>`
    select plan_id, diary_id, kind, done_until, next_at, floor(extract(epoch from now()) * 1000)::float8 as now_ms
      from dose_reminders where next_at <= now()
     order by next_at, plan_id, kind limit ${sql.lit(batch)} for update skip locked`.execute(trx);
  const duePlans = rows.map(
    (row): DuePlan => ({
      planId: row.plan_id,
      diaryId: row.diary_id,
      moment: row.kind === "dose" ? "due" : "late",
      kind: row.kind,
      doneUntil: row.done_until,
      nextAt: row.next_at,
    }),
  );
  return { looks: duePlans, now: rows[0]?.now_ms ?? 0 };
}

/** Writes the notifications; of several doses of a plan that were due while the server was away only the last is sent. */
async function notify(
  trx: Db,
  found: readonly PlanReminders[],
  { looks, now }: { looks: readonly DuePlan[]; now: number },
): Promise<{ sent: NewNotification[]; count: number }> {
  const due = found.flatMap(({ planId, diaryId, moment, slots }, index) => {
    const wasAway = now - looks[index]!.nextAt > SENT_ALONE;
    return slots.map(({ slot, remindAt, dueAt }, place) => ({
      plan_id: planId,
      diary_id: diaryId,
      kind: KINDS[moment],
      slot,
      remind_at: new Date(remindAt),
      // Doses due at one time in a notebook share a message.
      group_key: `${KINDS[moment]} ${diaryId} ${new Date(dueAt).toISOString()}`,
      while_away: wasAway && now - remindAt > SENT_ALONE,
      is_sent: place === slots.length - 1,
    }));
  });
  if (due.length === 0) return { sent: [], count: 0 };
  const { rows } = await sql<NewNotificationRow & { plan_id: string; slot: string }>`
    with due as (
      select * from jsonb_to_recordset(${JSON.stringify(due)}) as r(plan_id uuid, diary_id uuid, kind text, slot text,
        remind_at timestamptz, group_key text, while_away boolean)
    )
    insert into notifications
      (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, slot, group_key, due_at, made_at, while_away)
    select gen_random_uuid(), r.kind || ' ' || r.plan_id || ' ' || r.slot || ' ' || m.user_id, m.user_id, r.diary_id, r.kind,
           'dose', r.plan_id, r.slot, r.group_key, r.remind_at, now(), r.while_away
      from due r
      join diaries d on d.id = r.diary_id and not d.is_archived
      join members m on m.diary_id = r.diary_id and m.role = any(${GIVING_ROLES})
        on conflict (dedupe) do nothing
    returning id, user_id, diary_id, kind, floor(extract(epoch from due_at) * 1000)::float8 as due,
              subject_id as plan_id, slot`.execute(trx);
  const unsent = new Set(
    due.flatMap(({ is_sent, kind, plan_id, slot }) => (is_sent ? [] : [`${kind} ${plan_id} ${slot}`])),
  );
  const sent = rows
    .filter(({ kind, plan_id, slot }) => !unsent.has(`${kind} ${plan_id} ${slot}`))
    .map(toNewNotification);
  return { sent, count: rows.length };
}

async function moveOn(trx: Db, found: readonly PlanReminders[]): Promise<void> {
  const rows = found.map(({ planId, moment, until, next }) => ({
    plan_id: planId,
    kind: moment === "due" ? "dose" : "dose-missed",
    done_until: new Date(until),
    next_at: next === null ? null : new Date(next),
  }));
  await sql`
    update dose_reminders d set done_until = greatest(d.done_until, r.done_until), next_at = r.next_at
      from jsonb_to_recordset(${JSON.stringify(rows)}) as r(plan_id uuid, kind text, done_until timestamptz,
        next_at timestamptz)
     where d.plan_id = r.plan_id and d.kind = r.kind`.execute(trx);
}
