import { type Kysely, sql } from "kysely";
import { isHiddenFromAdmins } from "../../../lib/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { TaskDates, TaskStatus } from "../rules/states.ts";
import type { TasksAccess } from "./access.ts";
import { isForReader } from "./due.ts";
import { getVisibleTasks } from "./list_data.ts";
import { CALENDAR_DAY, OPEN } from "./states.ts";

type Db = Kysely<Tables>;

/** A task with a date, without fields that only screens show. Moments in epoch ms. */
export type DatedTask = TaskDates & {
  id: string;
  diaryId: string;
  diaryName: string;
  title: string;
  status: Exclude<TaskStatus, "cancelled">;
  /** Whether its note is private or encrypted: then its title isn't for other programs. */
  isConfidential: boolean;
  createdAt: number;
  /** When it or its note was last changed. */
  updatedAt: number;
  /** When the notebook's own fields, such as its name, were last changed. */
  diaryUpdatedAt: number;
};

/**
 * The tasks that the reader sees in these notebooks by the calendar's day, from the first day to the last. Without
 * cancelled ones, and without unfinished ones of paused programs, which aren't due. When there are more than `limit`,
 * those nearest to the day `around`. In order of time.
 */
export async function readDatedTasks(
  db: Db,
  access: TasksAccess,
  which: { onlyForReader: boolean; fromDay: string; toDay: string; around: string; limit: number },
): Promise<DatedTask[]> {
  const { onlyForReader, fromDay, toDay, around, limit } = which;
  const diaryIds = access.notebooks.map(({ diaryId }) => diaryId);
  if (diaryIds.length === 0) return [];
  // A literal: see `candidates` in list_data.ts.
  const atMost = sql<number>`${sql.lit(limit)}`;
  const distance = sql`abs(${CALENDAR_DAY} - ${around}::date)`;
  let select = db
    .selectFrom("diaries as d")
    .innerJoinLateral(
      (eb) => {
        const dated = getVisibleTasks(eb, access)
          .leftJoin("diary_programs as g", (join) =>
            join.onRef("g.diary_id", "=", "t.diary_id").onRef("g.id", "=", "t.linked_diary_program_id"),
          )
          .select([
            "t.id",
            "t.title",
            "t.status",
            "t.date_only",
            "t.scheduled_date",
            "t.due_date",
            "t.end_date",
            "t.scheduled_day",
            "t.due_day",
            "t.end_day",
            "t.created_at",
            "t.updated_at",
            "n.visibility",
            "n.is_encrypted",
            "n.updated_at as note_updated_at",
          ])
          .where(sql<boolean>`${CALENDAR_DAY} between ${fromDay}::date and ${toDay}::date`)
          .where("t.status", "!=", "cancelled")
          .where(sql<boolean>`not (${OPEN} and g.paused_since is not null)`)
          .orderBy(distance)
          .orderBy("t.id")
          .limit(atMost);
        return (onlyForReader ? dated.where(isForReader(access)) : dated).as("t");
      },
      (join) => join.onTrue(),
    )
    .selectAll("t")
    .select(["d.id as diary_id", "d.name as diary_name", "d.updated_at as diary_updated_at"])
    .where("d.id", "in", diaryIds)
    .orderBy(distance)
    .orderBy("t.id")
    .limit(atMost);
  if (access.withoutArchived) select = select.where("d.is_archived", "=", false);
  const rows = await select.execute();
  return rows
    .map((row) => ({
      id: row.id,
      diaryId: row.diary_id,
      diaryName: row.diary_name,
      title: row.title,
      status: row.status as DatedTask["status"],
      isConfidential:
        row.visibility !== null &&
        isHiddenFromAdmins({ visibility: row.visibility, is_encrypted: row.is_encrypted === true }),
      dateOnly: row.date_only,
      scheduledDate: row.scheduled_date,
      dueDate: row.due_date,
      endDate: row.end_date,
      scheduledDay: row.scheduled_day,
      dueDay: row.due_day,
      endDay: row.end_day,
      createdAt: row.created_at,
      updatedAt: Math.max(row.updated_at, row.note_updated_at ?? 0),
      diaryUpdatedAt: row.diary_updated_at,
    }))
    .sort((a, b) => getStart(a) - getStart(b) || (a.id < b.id ? -1 : 1));
}

const getStart = (task: DatedTask) => task.scheduledDate ?? task.dueDate ?? 0;
