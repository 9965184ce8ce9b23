import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { getNearestTasks } from "../rules.ts";
import type { TasksAccess } from "./access.ts";
import { getNotebooksListed, isChosen, readTasksById, seesTask, type TaskChoice } from "./data.ts";
import { CALENDAR_DAY, FINISHED, OPEN } from "./states.ts";

type Db = Kysely<Tables>;

type ListArguments = TaskChoice & {
  limit: number;
  /** Return the tasks nearest to this moment; without it, from the earliest on. */
  around: number | null;
  /**
   * Only a calendar's tasks from the first day to the last, both included, plus tasks without a date or added to today.
   */
  span: { fromDay: string; toDay: string } | null;
  /** Only open ones that haven't expired, up to a week after `around`. */
  toDo: boolean;
};

/**
 * The tasks that the reader sees in these notebooks: open ones nearest to `around`, then the most recently finished, by
 * date. `isCut` means that there are more. They are selected by a few columns of at most `limit` + 1 rows per part of
 * the list; only shown ones are read in full. A constant number of statements for any number of notebooks.
 */
export async function listTasks(
  db: Db,
  access: TasksAccess,
  { limit, around, span, toDo, ...which }: ListArguments,
) {
  const diaryIds = getNotebooksListed(access, which.filter);
  if (diaryIds.length === 0) return { tasks: [], isCut: false };
  const parts = span
    ? partsInDayRange(span)
    : toDo
      ? partsToDo(new Date(around ?? Date.now()))
      : partsAroundDate(around);
  const [first, ...others] = parts.map((part) => candidates(db, access, diaryIds, which, limit, part));
  const found = await others.reduce((all, one) => all.unionAll(one) as typeof all, first!).execute();
  const tasks = [...new Map(found.map((task) => [task.id, task])).values()];
  const listedIds = getNearestTasks(tasks, limit, around).map(({ id }) => id);
  return {
    tasks: await readTasksById(db, access, diaryIds, listedIds),
    isCut: listedIds.length < tasks.length,
  };
}

/** A part of a list of tasks: its condition, and its order when there are more than fit. */
type Part = { where: RawBuilder<boolean>; order?: { by: RawBuilder<unknown>; end?: "asc" | "desc" } };

const DATE = sql<number | null>`t.overdue_after`;
const NO_DATE = sql<boolean>`${DATE} is null`;
const OPEN_FOR_TODAY: Part = { where: sql<boolean>`${OPEN} and t.added_to_today_at is not null` };
const OPEN_UNDATED: Part = {
  where: sql<boolean>`${OPEN} and ${NO_DATE}`,
  order: { by: sql`t.id`, end: "desc" },
};

function partsAroundDate(around: number | null): Part[] {
  const finished: Part = { where: FINISHED, order: { by: sql`${DATE} desc nulls last` } };
  if (around === null) {
    const dated: Part = { where: sql<boolean>`${OPEN} and ${DATE} is not null`, order: { by: DATE } };
    return [OPEN_FOR_TODAY, dated, OPEN_UNDATED, finished];
  }
  const at = new Date(around);
  return [
    OPEN_FOR_TODAY,
    { where: sql<boolean>`${OPEN} and ${DATE} >= ${at}`, order: { by: DATE } },
    { where: sql<boolean>`${OPEN} and ${DATE} < ${at}`, order: { by: DATE, end: "desc" } },
    OPEN_UNDATED,
    finished,
  ];
}

/** How far ahead the list of tasks to do goes: the rest of the day, and a week. */
const AHEAD_MS = 8 * 24 * 3_600_000;

function partsToDo(at: Date): Part[] {
  const isValid = sql<boolean>`(t.expires_after is null or t.expires_after >= ${at})`;
  const soon = sql<boolean>`${OPEN} and ${DATE} < ${new Date(at.getTime() + AHEAD_MS)} and ${isValid}`;
  return [OPEN_FOR_TODAY, { where: soon, order: { by: DATE, end: "desc" } }];
}

function partsInDayRange({ fromDay, toDay }: { fromDay: string; toDay: string }): Part[] {
  const shown = sql<boolean>`${CALENDAR_DAY} between ${fromDay}::date and ${toDay}::date`;
  return [{ where: shown, order: { by: CALENDAR_DAY } }, OPEN_FOR_TODAY, OPEN_UNDATED];
}

/**
 * The fields that decide which tasks are shown, for one more than the limit, which reveals that the list is cut. The
 * limit is a literal: a generic plan would scan all notes of the notebook for each task.
 */
function candidates(
  db: Db,
  access: TasksAccess,
  diaryIds: string[],
  which: TaskChoice,
  limit: number,
  { where, order }: Part,
) {
  const oneMore = sql<number>`${sql.lit(limit + 1)}`;
  let all = db
    .selectFrom("diaries as d")
    .innerJoinLateral(
      (eb) => {
        const some = getVisibleTasks(eb, access)
          .select([
            "t.id",
            "t.status",
            "t.overdue_after",
            "t.scheduled_day",
            "t.due_day",
            "t.added_to_today_at",
          ])
          .where(where)
          .where(isChosen(access, which))
          .limit(oneMore);
        // The alias is `t` again, so that the same order applies to each notebook and to all of them.
        return (order ? some.orderBy(order.by, order.end) : some).as("t");
      },
      (join) => join.onTrue(),
    )
    .selectAll("t")
    .where("d.id", "in", diaryIds)
    .limit(oneMore);
  if (access.withoutArchived) all = all.where("d.is_archived", "=", false);
  if (order) all = all.orderBy(order.by, order.end);
  return db.selectFrom(all.as("part")).selectAll("part");
}

/** A notebook's visible tasks, for a lateral join with it. */
export function getVisibleTasks(
  eb: ExpressionBuilder<Tables & { d: Tables["diaries"] }, "d">,
  access: TasksAccess,
) {
  return eb
    .selectFrom("tasks as t")
    .leftJoin("notes as n", (join) =>
      join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
    )
    .whereRef("t.diary_id", "=", "d.id")
    .where(seesTask(access));
}
