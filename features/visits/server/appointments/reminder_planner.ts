import { type Kysely, sql } from "kysely";
import { seesNote, toReader } from "../../../../lib/visibility.ts";
import type { Visibility } from "../../../../lib/visibility-levels.ts";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Database, Tables } from "../../../../server/db/database.ts";
import {
  type Checked,
  type Member,
  type NewNotificationRow,
  planDeliveries,
  RETRY_SECONDS,
  retryPerOwner,
  runPlanner,
  type StillDue,
  type Subjects,
  toNewNotification,
} from "../../../notifications/server/public.ts";
import { findNextTime, listReminderTimes } from "../../rules/appointment-reminders.ts";
import { toFields } from "./appointment_row.ts";

type Db = Kysely<Tables>;

/** Appointments that one transaction looks at. */
const BATCH = 300;

/** Whether an appointment's next reminder has come. */
export const areAppointmentsDue = sql<boolean>`exists (select from appointments where remind_at <= now())`;

/**
 * Plans the reminders of one batch of appointments whose time has come, for those who go, drive, or are kept informed; its
 * author where nobody is named. What comes too late is left out. Once an appointment is over its reminders end.
 */
export function planAppointments(
  database: Pick<Database, "db">,
  batch = BATCH,
): Promise<{ notifications: number; isFull: boolean }> {
  return runPlanner(database, async (trx) => {
    const due = await lockDue(trx, batch);
    let notifications = 0;
    const locked = await retryPerOwner(trx, due, {
      of: ({ diary_id }) => diary_id,
      async work(some) {
        const now = some[0]!.now_ms;
        const made = await notify(trx, some.filter(isReminding));
        await planDeliveries(trx, made, now);
        await settleOver(trx, some, now);
        await moveOn(trx, some);
        notifications += made.length;
        return made;
      },
    });
    await postpone(trx, locked);
    return { notifications, isFull: due.length === batch };
  });
}

/** Postpones appointments whose notebook another transaction holds, so that they don't come up in each round. */
async function postpone(trx: Db, held: readonly Due[]): Promise<void> {
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  await sql`update appointments set remind_at = now() + make_interval(secs => ${RETRY_SECONDS})
             where id = any(${ids}::uuid[])`.execute(trx);
}

/** The appointments whose time has come, locked; those that are being written follow after that. */
async function lockDue(trx: Db, batch: number) {
  const rows = await trx
    .selectFrom("appointments")
    .selectAll()
    .select(sql<number>`floor(extract(epoch from now()) * 1000)::float8`.as("now_ms"))
    .where("remind_at", "<=", sql<number>`now()`)
    .orderBy("remind_at")
    .orderBy("id")
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows;
}

type Due = Awaited<ReturnType<typeof lockDue>>[number];

/** Not once it has begun: the planner may have been away. */
const isReminding = ({ status, starts_at, now_ms }: Due) => status !== "calledOff" && starts_at > now_ms;

/** The latest of its reminders that have come. */
const findReminder = (row: Due): number | undefined =>
  listReminderTimes(toFields(row))
    .filter((at) => at <= row.now_ms)
    .at(-1);

async function notify(trx: Db, due: readonly Due[]) {
  const reminders = due.flatMap((row) => {
    const at = findReminder(row);
    return at === undefined ? [] : [{ row, at }];
  });
  const people = await readPeople(
    trx,
    reminders.map(({ row }) => row.id),
  );
  const made = reminders.flatMap(({ row, at }) =>
    people
      .filter(({ id }) => id === row.id)
      .filter(({ user_id: userId, role }) => isSeen(row, { userId, role: role as Role }))
      .map(({ user_id }) => ({ appointment_id: row.id, user_id, at: new Date(at) })),
  );
  if (made.length === 0) return [];
  const { rows } = await sql<NewNotificationRow>`
    insert into notifications
      (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at, made_at)
    select gen_random_uuid(), 'appointment ' || a.id || ' ' || extract(epoch from r.at)::bigint || ' ' || r.user_id, r.user_id,
           a.diary_id, 'appointment', 'appointment', a.id, 'appointment ' || a.id, a.starts_at, now()
      from jsonb_to_recordset(${JSON.stringify(made)}) as r(appointment_id uuid, user_id uuid, at timestamptz)
      join appointments a on a.id = r.appointment_id
        on conflict (dedupe) do nothing
    returning id, user_id, diary_id, kind, floor(extract(epoch from due_at) * 1000)::float8 as due`.execute(
    trx,
  );
  return rows.map(toNewNotification);
}

/** The members who go, drive, or are kept informed, with their roles; the author where nobody is named. */
async function readPeople(trx: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; user_id: string; role: string }>`
    with people as (
      select p.appointment_id as id, p.user_id from appointment_people p
       where p.appointment_id = any(${ids}::uuid[]) and p.user_id is not null and p.answer <> 'no'
      union
      select a.id, a.created_by from appointments a
       where a.id = any(${ids}::uuid[])
         and not exists (select from appointment_people p where p.diary_id = a.diary_id and p.appointment_id = a.id)
    )
    select p.id, p.user_id, m.role from people p
      join appointments a on a.id = p.id
      join diaries d on d.id = a.diary_id and not d.is_archived
      join members m on m.diary_id = a.diary_id and m.user_id = p.user_id`.execute(trx);
  return rows;
}

const isSeen = ({ visibility, created_by: authorId }: Due, member: Member): boolean =>
  seesNote({ visibility: visibility as Visibility, authorId }, toReader(member));

/** Reminders of past appointments ask for nothing any more. */
async function settleOver(trx: Db, due: readonly Due[], now: number): Promise<void> {
  const over = due.filter(({ ends_at }) => ends_at <= now);
  if (over.length === 0) return;
  await trx
    .updateTable("notifications")
    .set({ done_at: new Date(now) })
    .where("diary_id", "in", [...new Set(over.map(({ diary_id }) => diary_id))])
    .where(
      "subject_id",
      "in",
      over.map(({ id }) => id),
    )
    .where("subject_kind", "=", "appointment")
    .where("done_at", "is", null)
    .execute();
}

async function moveOn(trx: Db, due: readonly Due[]): Promise<void> {
  const rows = due.map((row) => {
    const next = row.status === "calledOff" ? null : findNextTime(toFields(row), row.now_ms);
    return { id: row.id, next: next === null ? null : new Date(next) };
  });
  await sql`
    update appointments a set remind_at = r.next
      from jsonb_to_recordset(${JSON.stringify(rows)}) as r(id uuid, next timestamptz)
     where a.id = r.id`.execute(trx);
}

/** Whether a reminder still asks its reader: the appointment takes place at that time, and they haven't refused. */
export const isAppointmentStillDue =
  ({ appointments }: Subjects): StillDue =>
  (one: Checked) => {
    const appointment = appointments.get(one.subjectId!);
    if (!appointment || appointment.status === "calledOff") return "over";
    if (Math.abs(appointment.starts_at - one.subjectDueAt) >= 1000) return "over";
    return appointment.declined.includes(one.userId) ? "over" : "open";
  };
