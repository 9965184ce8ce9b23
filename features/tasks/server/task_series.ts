import { type Kysely, type Selectable, sql } from "kysely";
import { Temporal } from "temporal-polyfill";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";
import { getRecurrenceRule } from "../../../lib/recurrence/recurrence-rule.ts";
import { listSeriesOccurrences, type SeriesOccurrence } from "../../../lib/recurrence/series-occurrences.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getMoment, getOccurrenceMoment, getPlanningZone } from "./series_clock.ts";

type Db = Kysely<Tables>;
export type Series = Selectable<Tables["task_series"]> & { time_zone: string };

/** How far ahead the tasks of a series are created (decisions, "Tasks, calendar, home"). */
export const DAYS_AHEAD = 90;
/** The most tasks that a series creates at a time: eleven a day. */
const MAX_TASKS = 1000;
/** The limit of counting, for the message about too many tasks. */
const COUNTED_TASKS = 5000;
const NEVER_MADE = "0001-01-01";

export type NewSeries = {
  /** As the device chose it. */
  id?: string | undefined;
  diaryId: string;
  noteId: string | null;
  title: string;
  description: string;
  assignedTo: string | null;
  recurrence: Recurrence;
  /** Whether its tasks are whole-day tasks; then only the days of the dates below count. */
  dateOnly: boolean;
  /** The first occurrence, epoch ms. */
  scheduledDate: number;
  dueDate: number | null;
  /** When its tasks expire; none is created for a later time. */
  endDate: number | null;
  createdBy: string;
};

/** Adds a series with the tasks up to the horizon; returns these tasks' ids, the first one first. */
export async function startSeries(db: Db, series: NewSeries, now: Date): Promise<string[]> {
  const { time_zone } = await db
    .selectFrom("diaries")
    .select("time_zone")
    .where("id", "=", series.diaryId)
    .executeTakeFirstOrThrow();
  const local = (ms: number) => {
    const { day, minute } = localTime(ms, time_zone);
    return { day, minute: series.dateOnly ? null : minute };
  };
  const start = local(series.scheduledDate);
  const due = series.dueDate === null ? null : local(series.dueDate);
  const end = series.endDate === null ? null : local(series.endDate);
  const row = await db
    .insertInto("task_series")
    .values({
      id: series.id ?? uuidv7(),
      diary_id: series.diaryId,
      note_id: series.noteId,
      title: series.title,
      description: series.description,
      assigned_to: series.assignedTo,
      recurrence: JSON.stringify(series.recurrence),
      first_day: start.day.toString(),
      start_minute: start.minute,
      due_after_days: due === null ? null : start.day.until(due.day).days,
      due_minute: due?.minute ?? null,
      end_day: end === null ? null : end.day.toString(),
      end_minute: end?.minute ?? null,
      made_until: NEVER_MADE,
      created_by: series.createdBy,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const part = nextPart({ ...row, time_zone }, now, COUNTED_TASKS);
  const count = part?.occurrences.length ?? 0;
  if (count > MAX_TASKS) {
    throw new CareError(
      "limit",
      { key: "taskrules.tooManyDays", values: { count, days: DAYS_AHEAD, most: MAX_TASKS } },
      { path: "recurrence" },
    );
  }
  return part ? addTasks(db, { ...row, time_zone }, part, now, { assignedBy: series.createdBy }) : [];
}

/**
 * Creates the tasks of a series from its last ones to 90 days from now, or as many as are created at a time. Each
 * occurrence is created once, even if its task is gone: days before `made_until` are never computed again.
 */
export async function extendSeries(db: Db, series: Series, now: Date): Promise<void> {
  const part = nextPart(series, now, MAX_TASKS);
  if (part) await addTasks(db, series, part, now);
}

/** The next occurrences of a series; null when there are none before its horizon. */
function nextPart(series: Series, now: Date, most: number) {
  const firstDay = Temporal.PlainDate.from(series.first_day);
  const today = localTime(now.getTime(), getPlanningZone(series)).day;
  const horizon = laterDay(today, firstDay).add({ days: DAYS_AHEAD });
  const end = series.end_day === null ? null : Temporal.PlainDate.from(series.end_day);
  const to = end && Temporal.PlainDate.compare(end, horizon) < 0 ? end : horizon;
  const from = laterDay(Temporal.PlainDate.from(series.made_until).add({ days: 1 }), firstDay);
  if (Temporal.PlainDate.compare(from, to) > 0) return null;
  const part = listSeriesOccurrences(
    {
      recurrence: series.recurrence as Recurrence,
      firstDay: series.first_day,
      startMinute: series.start_minute,
    },
    {
      from: from.toString(),
      to: to.toString(),
      timeZone: getPlanningZone(series),
      most,
      counted: series.rule_count,
    },
  );
  const occurrences = part.occurrences
    .filter((occurrence) => !isAfterEnd(series, occurrence))
    .map((occurrence) => ({ ...occurrence, start: getOccurrenceMoment(series, occurrence) }));
  return { ...part, occurrences };
}

const isAfterEnd = ({ end_day, end_minute }: Series, { day, minute }: SeriesOccurrence) =>
  end_day === day && end_minute !== null && minute !== null && minute > end_minute;

async function addTasks(
  db: Db,
  series: Series,
  { occurrences, until, counted }: NonNullable<ReturnType<typeof nextPart>>,
  now: Date,
  begun?: { assignedBy: string },
): Promise<string[]> {
  const recurrence = series.recurrence as Recurrence;
  const existingInstants = await readInstants(db, series, occurrences);
  const rows = occurrences
    .filter(({ start }) => !existingInstants.has(start))
    .map((occurrence, index) => ({
      id: uuidv7(),
      diary_id: series.diary_id,
      note_id: series.note_id,
      series_id: series.id,
      title: series.title,
      description: series.description,
      assigned_to: series.assigned_to,
      // One of them notifies the assignee of the repeated task.
      ...(begun && index === 0 && series.assigned_to !== null
        ? { assigned_at: now, assigned_by: begun.assignedBy }
        : { assigned_at: null, assigned_by: null }),
      ...getDates(series, occurrence),
      is_recurring: true,
      recurrence: JSON.stringify(recurrence),
      recurrence_rule: getRecurrenceRule(recurrence, { firstDay: series.first_day }),
      occurrence_at: new Date(occurrence.start),
      occurrence_day: occurrence.day,
      occurrence_minute: occurrence.minute,
      created_by: series.created_by,
      created_at: now,
      updated_at: now,
    }));
  const added =
    rows.length > 0
      ? await db
          .insertInto("tasks")
          .values(rows)
          .onConflict((on) => on.doNothing())
          .returning("id")
          .execute()
      : [];
  await db
    .updateTable("task_series")
    .set({
      made_until: until,
      rule_count: counted,
      failure: null,
      failed_at: null,
      failure_count: 0,
      next_try_at: null,
    })
    .where("id", "=", series.id)
    .execute();
  return added.map(({ id }) => id);
}

/**
 * The instants among these occurrences with existing tasks of the series: when an operator has changed the notebook's
 * zone in SQL, two occurrences can be planned for the same instant.
 */
async function readInstants(
  db: Db,
  { id }: Series,
  occurrences: readonly SeriesOccurrence[],
): Promise<Set<number>> {
  if (occurrences.length === 0) return new Set();
  const rows = await db
    .selectFrom("tasks")
    .select("occurrence_at")
    .where("series_id", "=", id)
    .where("occurrence_at", ">=", sql<number>`${new Date(occurrences[0]!.start)}`)
    .execute();
  return new Set(rows.map(({ occurrence_at }) => occurrence_at!));
}

/** The date columns of an occurrence: days for whole-day tasks, else instants. */
function getDates(series: Series, { day, minute, start }: SeriesOccurrence) {
  const startDay = Temporal.PlainDate.from(day);
  const dueDay = series.due_after_days === null ? null : startDay.add({ days: series.due_after_days });
  if (minute === null) {
    return {
      date_only: true,
      scheduled_day: day,
      due_day: dueDay === null ? null : dueDay.toString(),
      end_day: series.end_day,
    };
  }
  const at = (at: { day: Temporal.PlainDate; minute: number | null }) =>
    getMoment(series, at.day.toString(), at.minute);
  const due = dueDay === null ? null : at({ day: dueDay, minute: series.due_minute });
  return {
    date_only: false,
    scheduled_date: new Date(start),
    // Never before its start, also where a clock change skips the time between.
    due_date: due === null ? null : new Date(Math.max(due, start)),
    end_date:
      series.end_day === null
        ? null
        : new Date(at({ day: Temporal.PlainDate.from(series.end_day), minute: series.end_minute })),
  };
}

const laterDay = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(a, b) < 0 ? b : a;

function localTime(ms: number, zone: string): { day: Temporal.PlainDate; minute: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return { day: local.toPlainDate(), minute: local.hour * 60 + local.minute };
}
