import { type Kysely, type Selectable, sql } from "kysely";
import { DAY } from "../../../../lib/dates/time.ts";
import { addDays } from "../../../../lib/dates/zone-day.ts";
import type { Recurrence } from "../../../../lib/recurrence/recurrence.ts";
import { createReader, seesNote } from "../../../../server/access/visibility.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getShownName, readNames } from "../../../../server/db/names.ts";
import { runPipelined } from "../../../../server/db/pipelined.ts";
import { toTimestamp } from "../../../../server/db/timestamps.ts";
import { readNotebookNames } from "../../../notebooks/server/public.ts";
import {
  type Answer,
  type AppointmentRole,
  type AppointmentStatus,
  MAX_APPOINTMENT_DAYS,
  MAX_APPOINTMENT_PEOPLE,
  MAX_LISTED_APPOINTMENTS,
} from "../../rules/appointments.ts";
import { type AppointmentsAccess, getAppointmentRights } from "./access.ts";
import { toFields } from "./appointment_row.ts";

type Db = Kysely<Tables>;

/** An appointment as its reader sees it. */
export type Appointment = Awaited<ReturnType<typeof presentAppointments>>[number];

/** The appointments (alias `a`) that the reader sees in these notebooks; callers add conditions. */
function selectAppointments(db: Db, { userId, notebooks }: AppointmentsAccess) {
  const reader = createReader(userId, notebooks);
  return db
    .selectFrom("appointments as a")
    .leftJoin("appointment_series as s", (join) =>
      join.onRef("s.diary_id", "=", "a.diary_id").onRef("s.id", "=", "a.series_id"),
    )
    .leftJoin("notes as n", (join) =>
      join.onRef("n.diary_id", "=", "a.diary_id").onRef("n.id", "=", "a.outcome_note_id"),
    )
    .selectAll("a")
    .select("s.recurrence")
    .select([
      sql<string | null>`case when ${seesNote("n", reader)} then n.id end`.as("outcome_id"),
      sql<string | null>`case when ${seesNote("n", reader)} then n.short_id end`.as("outcome_short_id"),
    ])
    .where(
      "a.diary_id",
      "in",
      notebooks.map(({ diaryId }) => diaryId),
    )
    .where(seesNote("a", reader));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAppointments>["execute"]>>[number];

/** The appointments of days, both included, by the clock of their notebook; the earliest first. */
export async function listAppointments(
  db: Db,
  access: AppointmentsAccess,
  { fromDay, toDay }: { fromDay: string; toDay: string },
) {
  if (access.notebooks.length === 0) return { appointments: [], isCut: false };
  // The clocks of notebooks differ by a day at most; the longest appointment began so long before it ends.
  const from = Date.parse(fromDay) - DAY;
  const to = Date.parse(addDays(toDay, 1)) + DAY;
  let select = selectAppointments(db, access)
    .innerJoin("diaries as d", "d.id", "a.diary_id")
    .where("a.starts_at", ">=", toTimestamp(new Date(from - MAX_APPOINTMENT_DAYS * DAY)))
    .where("a.starts_at", "<", toTimestamp(new Date(to)))
    .where(sql<boolean>`(a.starts_at at time zone d.time_zone)::date <= ${toDay}::date`)
    .where(
      sql<boolean>`((a.ends_at - interval '1 second') at time zone d.time_zone)::date >= ${fromDay}::date`,
    )
    .orderBy("a.starts_at")
    .orderBy("a.id")
    .limit(MAX_LISTED_APPOINTMENTS + 1);
  if (access.withoutArchived) select = select.where("d.is_archived", "=", false);
  const rows = await select.execute();
  const isCut = rows.length > MAX_LISTED_APPOINTMENTS;
  return {
    appointments: await presentAppointments(db, access, rows.slice(0, MAX_LISTED_APPOINTMENTS)),
    isCut,
  };
}

/** One appointment; null when it is gone. */
export async function getAppointment(
  db: Db,
  access: AppointmentsAccess & { readonly appointmentId: string },
): Promise<Appointment | null> {
  const rows = await selectAppointments(db, access).where("a.id", "=", access.appointmentId).execute();
  const [appointment] = await presentAppointments(db, access, rows);
  return appointment ?? null;
}

/** All appointments that the reader sees after one, by id, for a copy. */
export async function listAppointmentsAfter(
  db: Db,
  access: AppointmentsAccess,
  after: string | null,
  limit: number,
) {
  let select = selectAppointments(db, access).orderBy("a.id").limit(limit);
  if (after !== null) select = select.where("a.id", ">", after);
  return presentAppointments(db, access, await select.execute());
}

async function presentAppointments(db: Db, access: AppointmentsAccess, rows: readonly Row[]) {
  const [notebooks, people] = await runPipelined(
    readNotebookNames(
      db,
      rows.map((row) => row.diary_id),
    ),
    readPeople(db, rows),
  );
  const names = await readNames(
    db,
    people.flatMap(({ user_id }) => user_id ?? []),
  );
  const byAppointment = Map.groupBy(people, ({ appointment_id }) => appointment_id);
  const roles = new Map(access.notebooks.map(({ diaryId, role }) => [diaryId, role]));
  return rows.map((row) => {
    const notebook = notebooks.get(row.diary_id)!;
    return {
      _id: row.id,
      diaryId: row.diary_id,
      diaryShortId: notebook.short_id,
      diaryName: notebook.name,
      diarySubject: notebook.full_name,
      diaryZone: notebook.time_zone,
      ...toFields(row),
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      status: row.status as AppointmentStatus,
      recurrence: row.recurrence as Recurrence | null,
      outcome:
        row.outcome_id === null || row.outcome_short_id === null
          ? null
          : { noteId: row.outcome_id, shortId: row.outcome_short_id },
      people: (byAppointment.get(row.id) ?? []).map((one) => presentPerson(one, names)),
      revision: row.revision,
      createdBy: row.created_by,
      updatedAt: row.updated_at,
      _creationTime: row.created_at,
      ...getAppointmentRights(roles.get(row.diary_id)!, row.created_by === access.userId),
    };
  });
}

type PersonRow = Pick<Selectable<Tables["appointment_people"]>, "user_id" | "name" | "role" | "answer">;

const presentPerson = ({ user_id, name, role, answer }: PersonRow, names: ReadonlyMap<string, string>) => ({
  userId: user_id,
  name: getShownName(names, user_id) ?? name ?? "",
  role: role as AppointmentRole,
  answer: answer as Answer,
});

async function readPeople(db: Db, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  return db
    .selectFrom("appointment_people")
    .select(["appointment_id", "user_id", "name", "role", "answer"])
    .where("diary_id", "in", [...new Set(rows.map((row) => row.diary_id))])
    .where(
      "appointment_id",
      "in",
      rows.map((row) => row.id),
    )
    .orderBy("answered_at")
    .orderBy("id")
    .limit(rows.length * MAX_APPOINTMENT_PEOPLE)
    .execute();
}
