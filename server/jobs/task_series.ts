import { type Kysely, type Selectable, sql } from "kysely";
import { Temporal } from "temporal-polyfill";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../lib/errors.ts";
import { occurrences, recurrenceRule } from "../../lib/recurrence/occurrences.ts";
import { type Recurrence, recurrenceLabel } from "../../lib/recurrence/recurrence.ts";
import type { Tables } from "../db/database.ts";

type Db = Kysely<Tables>;
type Series = Selectable<Tables["task_series"]> & { time_zone: string };

/** How far ahead the tasks of a series are made (decisions, "Tasks, calendar, home"). */
const DAYS_AHEAD = 90;
const SERIES_AT_ONCE = 100;
/** The most tasks that a series makes at a time: eleven a day. */
const MOST_TASKS = 1000;
const NEVER_MADE = "0001-01-01";

export type NewSeries = {
  diaryId: string;
  noteId: string | null;
  title: string;
  description: string;
  assignedTo: string | null;
  recurrence: Recurrence;
  /** The first occurrence, epoch ms. */
  scheduledDate: number;
  dueDate: number | null;
  /** When its tasks stop making sense; none is made for a later day. */
  endDate: number | null;
  createdBy: string;
};

/** Adds a series with the tasks of its next days; returns these tasks' ids, the first one first. */
export async function startSeries(db: Db, series: NewSeries, now: Date): Promise<string[]> {
  const { time_zone } = await db
    .selectFrom("diaries")
    .select("time_zone")
    .where("id", "=", series.diaryId)
    .executeTakeFirstOrThrow();
  const start = localTime(series.scheduledDate, time_zone);
  const due = series.dueDate === null ? null : localTime(series.dueDate, time_zone);
  const id = uuidv7();
  const row = await db
    .insertInto("task_series")
    .values({
      id,
      diary_id: series.diaryId,
      note_id: series.noteId,
      title: series.title,
      description: series.description,
      assigned_to: series.assignedTo,
      recurrence: JSON.stringify(series.recurrence),
      first_day: start.day.toString(),
      start_minute: start.minute,
      due_after_days: due && start.day.until(due.day).days,
      due_minute: due?.minute ?? null,
      ends_at: series.endDate === null ? null : new Date(series.endDate),
      made_until: NEVER_MADE,
      created_by: series.createdBy,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return extend(db, { ...row, time_zone }, now);
}

/** Makes the tasks of the days that have come nearer; once a day is enough. */
export async function extendAllSeries({ db }: { db: Db }, now = new Date()): Promise<void> {
  for (;;) {
    const made = await db.transaction().execute(async (transaction) => {
      const due = await transaction
        .selectFrom("task_series as s")
        .innerJoin("diaries as d", "d.id", "s.diary_id")
        .selectAll("s")
        .select("d.time_zone")
        .where(
          sql<boolean>`s.made_until < (${now}::timestamptz + make_interval(days => ${DAYS_AHEAD - 1}))::date`,
        )
        .where(sql<boolean>`(s.ends_at is null or s.made_until < s.ends_at::date + 1)`)
        .orderBy("s.made_until")
        .limit(SERIES_AT_ONCE)
        .forUpdate("s")
        .skipLocked()
        .execute();
      for (const series of due) await extend(transaction, series, now);
      return due.length;
    });
    if (made < SERIES_AT_ONCE) return;
  }
}

/**
 * Makes the tasks of a series from where they end to 90 days from now. Each occurrence is made once, whatever became of
 * its task: the days before `made_until` are never looked at again.
 */
async function extend(db: Db, series: Series, now: Date): Promise<string[]> {
  const zone = series.time_zone;
  const firstDay = Temporal.PlainDate.from(series.first_day);
  const madeUntil = Temporal.PlainDate.from(series.made_until);
  const recurrence = series.recurrence as unknown as Recurrence;
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  const horizon = laterOf(today, firstDay).add({ days: DAYS_AHEAD });
  const end = series.ends_at === null ? null : localTime(series.ends_at, zone).day;
  const lastDay = end && Temporal.PlainDate.compare(end, horizon) < 0 ? end : horizon;
  const nextDay = laterOf(madeUntil.add({ days: 1 }), firstDay);
  if (Temporal.PlainDate.compare(nextDay, lastDay) > 0) return [];
  const window = {
    firstDay: alignedStart(recurrence, firstDay, nextDay).toString(),
    lastDay: lastDay.toString(),
    timeZone: zone,
  };
  const whole = { ...window, firstDay: firstDay.toString() };
  const rows = occurrences(recurrence, window).flatMap(({ start }) => {
    const at = localTime(start, zone);
    if (Temporal.PlainDate.compare(at.day, nextDay) < 0) return [];
    // Several a day are spread over it; one a day is at the hour that the first one was given.
    const minute = at.minute === 0 ? series.start_minute : at.minute;
    const occurrence = instantOf(at.day, minute, zone);
    return [
      {
        id: uuidv7(),
        diary_id: series.diary_id,
        note_id: series.note_id,
        series_id: series.id,
        title: series.title,
        description: series.description,
        assigned_to: series.assigned_to,
        scheduled_date: occurrence,
        due_date:
          series.due_after_days === null
            ? null
            : laterDate(
                occurrence,
                instantOf(at.day.add({ days: series.due_after_days }), series.due_minute!, zone),
              ),
        end_date: series.ends_at === null ? null : new Date(series.ends_at),
        is_recurring: true,
        recurrence: JSON.stringify(recurrence),
        recurrence_rule: recurrenceRule(recurrence, whole),
        frequency: recurrenceLabel(recurrence),
        occurrence_at: occurrence,
        created_by: series.created_by,
        created_at: now,
        updated_at: now,
      },
    ];
  });
  if (rows.length > MOST_TASKS) {
    throw new CareError(
      "limit",
      `recurrence: would make ${rows.length} tasks in ${DAYS_AHEAD} days; at most ${MOST_TASKS}`,
    );
  }
  if (rows.length > 0) await db.insertInto("tasks").values(rows).execute();
  await db
    .updateTable("task_series")
    .set({ made_until: lastDay.toString() })
    .where("id", "=", series.id)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * A day at or before `from` that the recurrence counts from as it does from its first day, so that a series of many
 * years isn't counted through from its beginning each night.
 */
function alignedStart(recurrence: Recurrence, firstDay: Temporal.PlainDate, from: Temporal.PlainDate) {
  if (Temporal.PlainDate.compare(from, firstDay) <= 0) return firstDay;
  if (recurrence.pattern === "weekly" || recurrence.pattern === "monthly") return from;
  const period =
    recurrence.pattern === "interval"
      ? { count: recurrence.interval.every, unit: recurrence.interval.unit }
      : recurrence.pattern === "frequency"
        ? { count: recurrence.frequency.per, unit: recurrence.frequency.unit }
        : null;
  // Months have no fixed length, and rules of their own may count from their first day: few of these in any case.
  if (!period || (period.unit !== "day" && period.unit !== "week")) return firstDay;
  const days = period.count * (period.unit === "week" ? 7 : 1);
  const periods = Math.floor(firstDay.until(from).days / days);
  return firstDay.add({ days: periods * days });
}

const laterOf = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(a, b) < 0 ? b : a;
const laterDate = (a: Date, b: Date) => (a < b ? b : a);

function localTime(ms: number, zone: string): { day: Temporal.PlainDate; minute: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return { day: local.toPlainDate(), minute: local.hour * 60 + local.minute };
}

function instantOf(day: Temporal.PlainDate, minute: number, zone: string): Date {
  const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
  return new Date(day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds);
}
