import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../../lib/errors.ts";
import type { NotebookAccess } from "../../../../server/access/gate.ts";
import { isMadeBefore } from "../../../../server/access/made_before.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { toTimestamp } from "../../../../server/db/timestamps.ts";
import {
  APPOINTMENT_MESSAGES,
  type AppointmentFields,
  type AppointmentStatus,
  computeEnd,
  getDay,
  isMoved,
  moveToDay,
} from "../../rules/appointments.ts";
import type { AppointmentAccess, AppointmentRow } from "./access.ts";
import { checkTimes, toColumns, toFields } from "./appointment_row.ts";
import { endSeries, updateSeries } from "./series_data.ts";

type Db = Kysely<Tables>;

type Inserted = {
  id?: string | undefined;
  fields: AppointmentFields;
  sourceUid?: string;
};

/** Adds one appointment; returns its id. */
export async function insertAppointment(
  db: Db,
  { diaryId, userId }: NotebookAccess,
  { id = uuidv7(), fields, sourceUid }: Inserted,
  now: Date,
): Promise<string> {
  await db
    .insertInto("appointments")
    .values({
      id,
      diary_id: diaryId,
      ...toColumns(fields, { status: "planned", now }),
      source_uid: sourceUid ?? null,
      ...{ created_by: userId, created_at: now, updated_by: userId, updated_at: now },
    })
    .execute();
  return id;
}

/** The appointment that the caller has already made with this chosen id, which may be its series'; null without one. */
export async function findMadeBefore(db: Db, access: NotebookAccess, id: string): Promise<string | null> {
  if (await isMadeBefore(db, access, "appointments", id)) return id;
  if (!(await isMadeBefore(db, access, "appointment_series", id))) return null;
  const first = await db
    .selectFrom("appointments")
    .select("id")
    .where("diary_id", "=", access.diaryId)
    .where("series_id", "=", id)
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return first?.id ?? id;
}

/** Omitted fields stay. */
export type AppointmentChange = Partial<AppointmentFields> & { status?: AppointmentStatus };

/**
 * Changes an appointment, and with `andLater` the later ones of its series. Members who have agreed to go or
 * drive are asked again when another member moves it.
 * @throws CareError when another member has changed it since, or the times contradict each other
 */
export async function updateAppointment(
  db: Db,
  access: AppointmentAccess,
  { revision, andLater, ...change }: AppointmentChange & { revision: number; andLater: boolean },
  now: Date,
): Promise<void> {
  const before = await lockAppointment(db, access);
  if (before.revision !== revision) throw new CareError("conflict", APPOINTMENT_MESSAGES.changed);
  const { status, ...typed } = change;
  const fields = toFields(before);
  const after = { ...fields, ...typed, ends: computeEnd(fields, typed) };
  checkTimes(after);
  // Later ones that were moved before keep their times, unless the times are what changes.
  const { allDay, starts, ends, timeZone } = after;
  const ofLater = { ...typed, ...(isMoved(fields, after) && { allDay, starts, ends, timeZone }) };
  const rows = andLater ? await lockLater(db, before) : [before];
  if (andLater && getDay(after.starts) !== getDay(before.starts_local))
    throw new CareError("invalid", APPOINTMENT_MESSAGES.otherDays, { path: "starts" });
  for (const row of rows) {
    const changed = row.id === before.id ? after : changeLater(toFields(row), ofLater);
    const written = { fields: changed, status: status ?? (row.status as AppointmentStatus) };
    await writeRow(db, access.userId, row, written, now);
  }
  if (andLater) {
    if (status === "calledOff") await endSeries(db, before);
    else await updateSeries(db, before, (of) => changeLater(of, ofLater));
  }
}

/** A later appointment of a series with a change of an earlier one, on its own day. */
const changeLater = (own: AppointmentFields, change: Partial<AppointmentFields>): AppointmentFields =>
  moveToDay({ ...own, ...change }, getDay(own.starts));

type Written = { fields: AppointmentFields; status: AppointmentStatus };

/** Writes an appointment anew. When it moves, members who had agreed to go or drive are asked again, except the caller. */
export async function writeRow(
  db: Db,
  userId: string,
  row: AppointmentRow,
  { fields, status }: Written,
  now: Date,
): Promise<void> {
  await db
    .updateTable("appointments")
    .set({
      ...toColumns(fields, { status, now }),
      revision: row.revision + 1,
      updated_by: userId,
      updated_at: now,
    })
    .where("id", "=", row.id)
    .where("diary_id", "=", row.diary_id)
    .execute();
  if (!isMoved(toFields(row), fields)) return;
  await db
    .updateTable("appointment_people")
    .set({ answer: "asked", answered_at: now })
    .where("diary_id", "=", row.diary_id)
    .where("appointment_id", "=", row.id)
    .where("role", "in", ["goes", "drives"])
    .where("answer", "=", "yes")
    .where("user_id", "is not", null)
    .where("user_id", "!=", userId)
    .execute();
}

/** The appointment, locked until the transaction ends. */
export async function lockAppointment(db: Db, { appointment }: AppointmentAccess): Promise<AppointmentRow> {
  const row = await db
    .selectFrom("appointments")
    .selectAll()
    .where("id", "=", appointment.id)
    .where("diary_id", "=", appointment.diary_id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new CareError("not-found", APPOINTMENT_MESSAGES.notFound);
  return row;
}

/**
 * An appointment and the later ones of its series that aren't called off, locked in order of time.
 * @throws CareError for a single appointment
 */
export async function lockLater(db: Db, { diary_id, series_id, starts_at }: AppointmentRow) {
  if (series_id === null)
    throw new CareError("invalid", APPOINTMENT_MESSAGES.notRepeated, { path: "andLater" });
  return db
    .selectFrom("appointments")
    .selectAll()
    .where("diary_id", "=", diary_id)
    .where("series_id", "=", series_id)
    .where("starts_at", ">=", toTimestamp(starts_at))
    .where("status", "!=", "calledOff")
    .orderBy("starts_at")
    .forUpdate()
    .execute();
}

/** Deletes an appointment, and with `andLater` the later ones of its series, which ends. Returns how many. */
export async function deleteAppointment(
  db: Db,
  access: AppointmentAccess,
  andLater: boolean,
): Promise<number> {
  const row = await lockAppointment(db, access);
  const rows = andLater ? await lockLater(db, row) : [row];
  if (andLater) await endSeries(db, row);
  const { numDeletedRows } = await db
    .deleteFrom("appointments")
    .where("diary_id", "=", row.diary_id)
    .where("id", "in", [...new Set([row.id, ...rows.map(({ id }) => id)])])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Links the note about what came of an appointment. */
export async function setOutcome(
  db: Db,
  access: AppointmentAccess,
  noteId: string,
  now: Date,
): Promise<void> {
  const { id, diary_id } = await lockAppointment(db, access);
  await db
    .updateTable("appointments")
    .set({
      outcome_note_id: noteId,
      revision: sql`revision + 1`,
      updated_by: access.userId,
      updated_at: now,
    })
    .where("id", "=", id)
    .where("diary_id", "=", diary_id)
    .execute();
}
