import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PaginationOptions } from "../../../lib/schemas.ts";
import type { Tables } from "../../../server/db/database.ts";
import { type Page, type PageJournal, paginate } from "../../../server/db/pages.ts";
import type { TaskPart } from "../schema.ts";
import type { TasksAccess } from "./access.ts";
import { getNotebooksListed, isChosen, readTasksById, type Task, type TaskChoice } from "./data.ts";
import { matchesSection, NEVER, readPlacedTasks } from "./section_data.ts";
import { REPETITION } from "./states.ts";

type Db = Kysely<Tables>;
type OneTask = TasksAccess & { readonly taskId: string };
type Paging = { options: PaginationOptions; journal: PageJournal };

const NO_TASKS = { page: [], isDone: true, continueCursor: "end" };
const NEARNESS = sql<number>`coalesce(t.overdue_after, ${NEVER})`;

/** A row of the upcoming tasks: the next task of a repetition, or a single task, and how many there are in all. */
export type UpcomingRow = { task: Task; count: number };

/** One page of the upcoming tasks at a moment, the earliest first, each repetition once. */
export async function pageUpcoming(
  db: Db,
  access: TasksAccess,
  { at, ...which }: TaskChoice & { at: Date },
  { options, journal }: Paging,
): Promise<Page<UpcomingRow>> {
  const diaryIds = getNotebooksListed(access, which.filter);
  if (diaryIds.length === 0) return NO_TASKS;
  const upcoming = readPlacedTasks(db, access, diaryIds, at)
    .where(isChosen(access, which))
    .where(matchesSection("upcoming", at))
    .select(["t.id", NEARNESS.as("nearness")])
    .select(sql<string>`t.diary_id || coalesce(${REPETITION}, t.id::text)`.as("repetition"));
  const found = await paginate({
    options,
    journal,
    by: sql<number>`r.nearness`,
    oldestFirst: true,
    select: () =>
      db
        .selectFrom(
          db
            .selectFrom(upcoming.as("u"))
            .distinctOn("u.repetition")
            .select(["u.id", "u.nearness"])
            .select(sql<number>`(count(*) over (partition by u.repetition))::integer`.as("count"))
            .orderBy("u.repetition")
            .orderBy("u.nearness")
            .orderBy("u.id")
            .as("r"),
        )
        .selectAll("r"),
    present: (row) => row,
  });
  const tasks = await readTasksById(
    db,
    access,
    diaryIds,
    found.page.map(({ id }) => id),
  );
  const counts = new Map(found.page.map(({ id, count }) => [id, count]));
  return { ...found, page: tasks.map((task) => ({ task, count: counts.get(task._id)! })) };
}

/**
 * One page of the tasks of a task's repetition at a moment: open ones, the earliest first, or finished and expired
 * ones, the latest first.
 */
export async function pageRepeated(
  db: Db,
  access: OneTask,
  { part, at }: { part: TaskPart; at: Date },
  { options, journal }: Paging,
): Promise<Page<Task>> {
  const diaryId = access.notebooks[0]!.diaryId;
  const isRepeated = await readRepetition(db, access);
  if (!isRepeated) return NO_TASKS;
  const isOver = sql<boolean>`(${matchesSection("completed", at)} or ${matchesSection("expired", at)})`;
  const repeated = () =>
    readPlacedTasks(db, access, [diaryId], at)
      .where(part === "over" ? isOver : sql<boolean>`not ${isOver}`)
      .where(isRepeated)
      .select(["t.id", NEARNESS.as("nearness")]);
  const found = await paginate({
    options,
    journal,
    by: sql<number>`r.nearness`,
    oldestFirst: part === "open",
    select: () => db.selectFrom(repeated().as("r")).selectAll("r"),
    present: ({ id }) => id,
  });
  const tasks = await readTasksById(db, access, [diaryId], found.page);
  return { ...found, page: part === "open" ? tasks : tasks.toReversed() };
}

/** Whether a task (alias `t`) of the same notebook is of a task's repetition; null when that task is gone. */
export async function readRepetition(db: Db, access: OneTask): Promise<RawBuilder<boolean> | null> {
  const task = await db
    .selectFrom("tasks as t")
    .select(["t.series_id", "t.linked_diary_program_id"])
    .select(REPETITION.as("repetition"))
    .where("t.diary_id", "=", access.notebooks[0]!.diaryId)
    .where("t.id", "=", access.taskId)
    .executeTakeFirst();
  if (!task) return null;
  if (task.repetition === null) return sql<boolean>`t.id = ${access.taskId}`;
  const ofKind =
    task.linked_diary_program_id === null
      ? sql<boolean>`t.series_id = ${task.series_id}`
      : sql<boolean>`t.linked_diary_program_id = ${task.linked_diary_program_id}`;
  return sql<boolean>`(${ofKind} and ${REPETITION} = ${task.repetition})`;
}
