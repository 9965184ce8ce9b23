import { type Kysely, sql } from "kysely";
import { ROLES } from "../../../../lib/roles.ts";
import { mayOnOthers } from "../../../../server/access/permissions.ts";
import { seesItem, toReaderWithRole } from "../../../../server/access/visibility.ts";
import type { Database, Tables } from "../../../../server/db/database.ts";
import { Pace } from "../../../../server/pace.ts";
import { SENT_ALONE } from "../../rules/lateness.ts";
import { runPlanner, setShortLockTimeout, tryWithLockTimeout } from "./lock_timeout.ts";
import { type NewNotificationRow, planDeliveries, toNewNotification } from "./planned_deliveries.ts";

type Db = Kysely<Tables>;

/** Tasks that one transaction plans: a tenth of a second or less, so that nobody waits for it long. */
const BATCH = 500;
/** How often the last minutes are looked at again, and how many of them. */
const SWEEP_EVERY_SECONDS = 60;
const SWEPT_SECONDS = SENT_ALONE / 1000;
/** Later than any id. */
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Roles that are reminded of an unassigned task: those that may do it. */
const REMINDED_ROLES = ROLES.filter((role) => mayOnOthers(role, "tasks.setStatus"));

/** Whether `planTasks` or `sweepTasks` has something to do: a task is due, or the last sweep was a minute ago. */
export const areTasksDue = sql<boolean>`exists (
    select from reminder_clocks k
     where k.kind = 'task' and k.lead_minutes = 0
       and (abs(extract(epoch from now() - k.swept_at)) >= ${sql.lit(SWEEP_EVERY_SECONDS)}
            or exists (select from tasks t
                        where t.status in ('pending', 'in_progress') and t.remind_at <= now()
                          and (t.remind_at, t.id) > (k.done_until, k.done_id))))`;

/** A place among the tasks by their time and id; the time in full, as PostgreSQL writes it. */
type Place = { time: string; id: string };

/** What a transaction of the planner did. */
export type Planned = {
  /** Tasks that became due. */
  tasks: number;
  notifications: number;
  /** Whether there may be more at once. */
  isFull: boolean;
};

/**
 * Plans the reminders of due tasks, one batch: writes notifications and deliveries and moves the clock past them in one
 * transaction, so each is planned once, whichever nodes plan and stop when. Null when another node is planning, or
 * while PostgreSQL's clock is behind the planned time. Notebooks locked by another transaction are left to the sweep.
 */
export function planTasks(database: Pick<Database, "db">, batch = BATCH): Promise<Planned | null> {
  return runPlanner(database, async (trx) => {
    const clock = await lockClock(trx);
    if (!clock || clock.isAhead) return null;
    const planned = await planPerNotebook(
      trx,
      { after: { time: clock.done_until, id: clock.done_id }, upTo: clock.now, limit: batch },
      clock.now_ms,
    );
    const isFull = planned.last !== null && planned.tasks === batch;
    // An empty rest is done as well, up to now: nothing visible is in it.
    const done = isFull ? planned.last! : { time: clock.now, id: LAST_ID };
    await sql`
      update reminder_clocks set done_until = ${done.time}::timestamptz, done_id = ${done.id},
             held_since = least(held_since, ${planned.heldSince}::timestamptz)
       where kind = 'task' and lead_minutes = 0`.execute(trx);
    return { tasks: planned.tasks, notifications: planned.made, isFull };
  });
}

type Sweep = { everySeconds?: number; pace?: Pace; isStopped?: () => boolean };

/**
 * Sweeps the last ten minutes once a minute: for tasks written by a transaction that committed after the clock had
 * passed their time, for tasks written with a time just behind the clock, and for locked ones. Null when it isn't time
 * yet. One transaction per batch, none of which locks the clock: a task found twice is written once. A node that dies
 * leaves its rest to the next sweep.
 */
export async function sweepTasks(
  database: Pick<Database, "db">,
  { everySeconds = SWEEP_EVERY_SECONDS, pace = new Pace(), isStopped = () => false }: Sweep = {},
): Promise<Omit<Planned, "isFull"> | null> {
  const range = await pace.run("later", () => beginSweep(database, everySeconds));
  if (range === null) return null;
  const held: string[] = [];
  let after: Place | null = { time: range.from, id: LAST_ID };
  const sum = { tasks: 0, notifications: 0 };
  while (after !== null && !isStopped()) {
    const part: Awaited<ReturnType<typeof sweepBatch>> = await pace.run("later", () =>
      sweepBatch(database, after!, range.upTo),
    );
    if (part.heldSince !== null) held.push(part.heldSince);
    sum.tasks += part.tasks;
    sum.notifications += part.made;
    after = part.tasks === BATCH ? part.last : null;
    if (after !== null) pace.noteMore();
  }
  // The next sweep finds newly locked notebooks by itself.
  if (after === null && (range.wasHeld || held.length > 0))
    await sql`
      update reminder_clocks
         set held_since = (select min(at) from unnest(${held}::text[]::timestamptz[]) at)
       where kind = 'task' and lead_minutes = 0`.execute(database.db);
  return sum;
}

/** Takes the sweep of this minute; null when it isn't time, or another node has it. */
function beginSweep(
  database: Pick<Database, "db">,
  everySeconds: number,
): Promise<{ from: string; upTo: string; wasHeld: boolean } | null> {
  return runPlanner(database, async (trx) => {
    const clock = await lockClock(trx);
    if (!clock || clock.isAhead || clock.swept_seconds < everySeconds) return null;
    const { rows } = await sql<{ from: string; wasHeld: boolean }>`
      update reminder_clocks set swept_at = now() where kind = 'task' and lead_minutes = 0
      returning least(done_until - make_interval(secs => ${SWEPT_SECONDS}), held_since - interval '1 millisecond')::text as from,
                held_since is not null as "wasHeld"`.execute(trx);
    return { ...rows[0]!, upTo: clock.done_until };
  });
}

const sweepBatch = (database: Pick<Database, "db">, after: Place, upTo: string) =>
  runPlanner(database, async (trx) => {
    const { rows } = await sql<{ now: number }>`
      select floor(extract(epoch from now()) * 1000)::float8 as now`.execute(trx);
    return planPerNotebook(trx, { after, upTo, limit: BATCH, isSweep: true }, rows[0]!.now);
  });

async function lockClock(trx: Db) {
  const { rows } = await sql<{
    done_until: string;
    done_id: string;
    now: string;
    now_ms: number;
    swept_seconds: number;
    isAhead: boolean;
  }>`
    select done_until::text, done_id::text, now()::text as now, floor(extract(epoch from now()) * 1000)::float8 as now_ms,
           abs(extract(epoch from now() - swept_at))::float8 as swept_seconds, done_until > now() as "isAhead"
      from reminder_clocks where kind = 'task' and lead_minutes = 0 for update skip locked`.execute(trx);
  return rows[0];
}

type Range = { after: Place; upTo: string; limit: number; isSweep?: boolean };

/** The planned part of a range, and the earliest time of locked tasks. */
type PlannedRange = { tasks: number; last: Place | null; made: number; heldSince: string | null };

/** Notifies of the open tasks of a range; where rows are held, of each notebook by itself, and not of those that are. */
async function planPerNotebook(trx: Db, range: Range, nowMs: number): Promise<PlannedRange> {
  const whole = await tryWithLockTimeout(trx, () => planRange(trx, range, nowMs));
  if (whole) return { ...whole, heldSince: null };
  await setShortLockTimeout(trx);
  const { rows: notebooks } = await sql<{ id: string; since: string; tasks: number; last: Place }>`
    with batch as (select t.id, t.diary_id, t.remind_at from ${openTasks(range)})
    select diary_id as id, min(remind_at)::text as since, count(*)::int as tasks,
           (select jsonb_build_object('time', remind_at::text, 'id', id) from batch
             order by remind_at desc, id desc limit 1) as last
      from batch group by diary_id order by min(remind_at)`.execute(trx);
  const planned: PlannedRange = { tasks: 0, last: notebooks[0]?.last ?? null, made: 0, heldSince: null };
  for (const { id, since, tasks, last } of notebooks) {
    const part = await tryWithLockTimeout(trx, () =>
      planRange(trx, { ...range, upTo: last.time, diaryId: id }, nowMs),
    );
    planned.tasks += tasks;
    planned.made += part?.made ?? 0;
    // They come in the order of their first times.
    if (part === null) planned.heldSince ??= since;
  }
  return planned;
}

/** The open tasks `t` of a half-open range of times. The limit is in the text: PostgreSQL plans for so many rows. */
const openTasks = ({ after, upTo, limit, diaryId }: Range & { diaryId?: string }) => sql`tasks t
       where t.status in ('pending', 'in_progress')
         and (t.remind_at, t.id) > (${after.time}::timestamptz, ${after.id}::uuid)
         and t.remind_at <= ${upTo}::timestamptz
         ${diaryId === undefined ? sql`` : sql`and t.diary_id = ${diaryId}`}
       order by t.remind_at, t.id limit ${sql.lit(limit)}`;

/** Notifies of the open tasks of a range, of all notebooks or of one. */
async function planRange(trx: Db, range: Range & { diaryId?: string }, nowMs: number) {
  const { isSweep = false } = range;
  const shared = seesItem("n", toReaderWithRole("m.role", null));
  const { rows } = await sql<{
    tasks: number;
    last: Place | null;
    made: NewNotificationRow[];
  }>`
    with batch as materialized (
      select t.id, t.diary_id, t.note_id, t.assigned_to, t.remind_at, t.linked_diary_program_id
        from ${openTasks(range)}
    ),
    recipients as (
      select t.id, t.diary_id, t.remind_at, m.user_id,
             'task-due ' || t.id || ' ' || extract(epoch from t.remind_at) || ' ' || m.user_id as dedupe
        from batch t
        join diaries d on d.id = t.diary_id and not d.is_archived
        join members m on m.diary_id = t.diary_id
        left join diary_programs g on g.diary_id = t.diary_id and g.id = t.linked_diary_program_id
        left join notes n on n.diary_id = t.diary_id and n.id = t.note_id
       where g.paused_since is null
         and (t.assigned_to = m.user_id
              or (t.assigned_to is null and m.role = any(${REMINDED_ROLES})
                  and (${shared} or (n.visibility = 'private' and n.created_by = m.user_id))))
    ),
    made as (
      insert into notifications
        (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at, made_at, while_away)
      select gen_random_uuid(), dedupe, user_id, diary_id, 'task-due', 'task', id, 'task ' || id, remind_at, now(),
             now() - remind_at > make_interval(secs => ${SENT_ALONE / 1000})
        from recipients
       where not ${isSweep} or not exists (select from notifications x where x.dedupe = recipients.dedupe)
          on conflict (dedupe) do nothing
      returning id, user_id, diary_id, kind, floor(extract(epoch from due_at) * 1000)::float8 as due
    )
    select (select count(*)::int from batch) as tasks,
           (select jsonb_build_object('time', remind_at::text, 'id', id) from batch
             order by remind_at desc, id desc limit 1) as last,
           (select coalesce(jsonb_agg(made), '[]') from made) as made`.execute(trx);
  const { tasks, last, made } = rows[0]!;
  await planDeliveries(trx, made.map(toNewNotification), nowMs);
  return { tasks, last, made: made.length };
}
