import { type Kysely, sql } from "kysely";
import { addDays, getDayStart } from "../../../lib/dates/zone-day.ts";
import { readTimeZone } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { getHistoryStart, MAX_HISTORY } from "../rules/history.ts";
import type { TaskStatus } from "../rules/states.ts";
import type { TasksAccess } from "./access.ts";
import { seesTask } from "./data.ts";
import { readRepetition } from "./repeated_data.ts";
import { CALENDAR_DAY, createProgramClock, isMissed, LIST_DAY } from "./states.ts";

type Db = Kysely<Tables>;

/** The tasks that the reader sees (alias `t`) of one notebook, with their note (`n`) and their program (`g`), if any. */
const tasksWithProgram = (db: Db, access: TasksAccess, diaryId: string) =>
  db
    .selectFrom("tasks as t")
    .leftJoin("notes as n", (join) =>
      join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
    )
    .leftJoin("diary_programs as g", (join) =>
      join.onRef("g.diary_id", "=", "t.diary_id").onRef("g.id", "=", "t.linked_diary_program_id"),
    )
    .where("t.diary_id", "=", diaryId)
    .where(seesTask(access));

/**
 * The tasks of a task's repetition on the thirty days that end with `toDay`, the earliest first, by the day of the
 * calendar; at most `MAX_HISTORY`, the latest ones. Null when the task is gone. Screens derive the state by their clock.
 */
export async function getTaskHistory(
  db: Db,
  access: TasksAccess & { readonly taskId: string },
  toDay: string,
) {
  const { diaryId } = access.notebooks[0]!;
  const isRepeated = await readRepetition(db, access);
  if (!isRepeated) return null;
  const fromDay = getHistoryStart(toDay);
  const rows = await tasksWithProgram(db, access, diaryId)
    .select([
      "t.id",
      "t.status",
      "t.date_only",
      "t.scheduled_date",
      "t.due_date",
      "t.end_date",
      "t.scheduled_day",
      "t.due_day",
      "t.end_day",
      "t.completed_at",
      "t.completed_by",
      "g.paused_since",
    ])
    .where(isRepeated)
    .where(sql<boolean>`${CALENDAR_DAY} between ${fromDay}::date and ${toDay}::date`)
    .orderBy(CALENDAR_DAY, "desc")
    .orderBy(sql`coalesce(t.scheduled_date, t.due_date)`, "desc")
    .orderBy("t.id", "desc")
    .limit(MAX_HISTORY + 1)
    .execute();
  const names = await readNames(
    db,
    rows.flatMap((row) => row.completed_by ?? []),
  );
  const shown = rows.slice(0, MAX_HISTORY).reverse();
  return {
    fromDay,
    toDay,
    isCut: rows.length > MAX_HISTORY,
    tasks: shown.map((row) => ({
      _id: row.id,
      status: row.status as TaskStatus,
      dateOnly: row.date_only,
      scheduledDate: row.scheduled_date,
      dueDate: row.due_date,
      endDate: row.end_date,
      scheduledDay: row.scheduled_day,
      dueDay: row.due_day,
      endDay: row.end_day,
      completedAt: row.completed_at,
      completedByName: getShownName(names, row.completed_by),
      pausedSince: row.paused_since,
    })),
  };
}

/**
 * How many tasks that the reader sees were missed, by the day they were due: unfinished past their time, for any later
 * state of their program. Days without any are left out.
 */
export async function listMissedDays(
  db: Db,
  access: TasksAccess,
  { fromDay, toDay }: { fromDay: string; toDay: string },
) {
  const { diaryId } = access.notebooks[0]!;
  const zone = await readTimeZone(db, { diaryId });
  const until = new Date(getDayStart(addDays(toDay, 1), zone));
  return tasksWithProgram(db, access, diaryId)
    .select((eb) => [LIST_DAY.$notNull().as("day"), eb.fn.countAll<number>().as("count")])
    .where(isMissed(createProgramClock("now")))
    .where("t.overdue_after", ">=", sql<number>`${new Date(getDayStart(fromDay, zone))}`)
    .where("t.overdue_after", "<", sql<number>`${until}`)
    .where(sql<boolean>`${LIST_DAY} is not null`)
    .groupBy(LIST_DAY)
    .orderBy(LIST_DAY)
    .execute();
}
