import type { Kysely, Selectable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { addDays, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { CareError } from "../../../../lib/errors.ts";
import type { Recurrence } from "../../../../lib/recurrence/recurrence.ts";
import { listSeriesOccurrences } from "../../../../lib/recurrence/series-occurrences.ts";
import type { NotebookAccess } from "../../../../server/access/gate.ts";
import type { Tables } from "../../../../server/db/database.ts";
import {
  APPOINTMENT_MESSAGES,
  type AppointmentFields,
  getDay,
  getMinute,
  MAX_MADE_AT_ONCE,
  moveToDay,
  SERIES_DAYS_AHEAD,
  toLocal,
} from "../../rules/appointments.ts";
import type { AppointmentRow } from "./access.ts";
import { toColumns } from "./appointment_row.ts";

type Db = Kysely<Tables>;
type Series = Selectable<Tables["appointment_series"]>;

const NEVER_MADE = "0001-01-01";

type NewSeries = { id?: string | undefined; recurrence: Recurrence; fields: AppointmentFields };

/**
 * Adds a repeated appointment with the appointments up to the horizon; returns the first one's id.
 * @throws CareError when its rule has no day
 */
export async function startSeries(
  db: Db,
  { diaryId, userId }: NotebookAccess,
  { id = uuidv7(), recurrence, fields }: NewSeries,
  now: Date,
): Promise<string> {
  const series = await db
    .insertInto("appointment_series")
    .values({
      id,
      diary_id: diaryId,
      recurrence: JSON.stringify(recurrence),
      fields: JSON.stringify(fields),
      first_day: getDay(fields.starts),
      made_until: NEVER_MADE,
      created_by: userId,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const [first] = await extendSeries(db, series, now);
  if (first === undefined)
    throw new CareError("invalid", APPOINTMENT_MESSAGES.noDays, { path: "recurrence" });
  return first;
}

/**
 * Makes the appointments of a series from its last ones to the horizon, or as many as are made at a time. Each is made
 * once: days before `made_until` are never computed again. Returns the ids, the first one first.
 */
export async function extendSeries(db: Db, series: Series, now: Date): Promise<string[]> {
  const fields = series.fields as AppointmentFields;
  const recurrence = series.recurrence as Recurrence;
  const today = toDayInZone(now.getTime(), fields.timeZone);
  const horizon = addDays(getLater(today, series.first_day), SERIES_DAYS_AHEAD);
  const to = series.end_day !== null && series.end_day < horizon ? series.end_day : horizon;
  const from = getLater(addDays(series.made_until, 1), series.first_day);
  if (from > to) return [];
  const { occurrences, until } = listSeriesOccurrences(
    { recurrence, firstDay: series.first_day, startMinute: fields.allDay ? null : getMinute(fields.starts) },
    { from, to, timeZone: fields.timeZone, most: MAX_MADE_AT_ONCE, counted: null },
  );
  const rows = occurrences.map(({ day, minute }) => {
    const moved = moveToDay(fields, day);
    // Its rule may have times of its own.
    const starts = toLocal(day, minute);
    return {
      id: uuidv7(),
      diary_id: series.diary_id,
      series_id: series.id,
      occurrence: starts,
      ...toColumns(starts === moved.starts ? moved : { ...moved, starts, ends: null }, {
        status: "planned",
        now,
      }),
      ...{ created_by: series.created_by, created_at: now, updated_by: series.created_by, updated_at: now },
    };
  });
  const made =
    rows.length === 0
      ? []
      : await db
          .insertInto("appointments")
          .values(rows)
          .onConflict((conflict) => conflict.columns(["series_id", "occurrence"]).doNothing())
          .returning("id")
          .execute();
  await db
    .updateTable("appointment_series")
    .set({ made_until: until })
    .where("id", "=", series.id)
    .where("diary_id", "=", series.diary_id)
    .execute();
  return made.map(({ id }) => id);
}

const getLater = (...days: string[]): string => days.sort().at(-1)!;

/** Changes the fields that the next appointments of a series get; its days stay. */
export async function updateSeries(
  db: Db,
  { series_id, diary_id }: AppointmentRow,
  change: (fields: AppointmentFields) => AppointmentFields,
): Promise<void> {
  const series = db.selectFrom("appointment_series").select("fields").where("id", "=", series_id);
  const { fields } = await series.where("diary_id", "=", diary_id).forUpdate().executeTakeFirstOrThrow();
  await db
    .updateTable("appointment_series")
    .set({ fields: JSON.stringify(change(fields as AppointmentFields)) })
    .where("id", "=", series_id)
    .where("diary_id", "=", diary_id)
    .execute();
}

/** Ends a series before an appointment: no more are made. */
export async function endSeries(
  db: Db,
  { series_id, diary_id, starts_local }: AppointmentRow,
): Promise<void> {
  await db
    .updateTable("appointment_series")
    .set({ end_day: addDays(getDay(starts_local), -1) })
    .where("id", "=", series_id)
    .where("diary_id", "=", diary_id)
    .execute();
}
