import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PaginationOptions } from "../../../lib/schemas.ts";
import type { Tables } from "../../../server/db/database.ts";
import { type PageJournal, paginate } from "../../../server/db/pages.ts";
import { isAhead, type TaskSection } from "../rules/states.ts";
import { MAX_COUNTED } from "../rules.ts";
import type { TasksAccess } from "./access.ts";
import {
  getNotebooksListed,
  isChosen,
  presentTasks,
  readWholeTasks,
  seesTask,
  type TaskChoice,
} from "./data.ts";
import { IS_ADDED_TO_TODAY, isForReader, selectLateness } from "./due.ts";
import { createProgramClock, FINISHED, isExpired, OPEN } from "./states.ts";

type Db = Kysely<Tables>;

/** The start of the day that is `later` days after the day of `at`, in the zone of a notebook (alias `z`). */
const dayFrom = (at: Date, later: 0 | 1) => sql<number>`day_start(
  (${at}::timestamptz at time zone z.time_zone)::date + ${sql.lit(later)}, z.time_zone)`;

/**
 * The notebooks of a list with the start and the end of their day at a moment, for a join as `d`. The offset keeps
 * PostgreSQL from computing both anew for each task, which took most of the time of a list of 1,000.
 */
export function selectSectionNotebooks(
  db: Db,
  { withoutArchived }: Pick<TasksAccess, "withoutArchived">,
  diaryIds: string[],
  at: Date,
) {
  const listed = db
    .selectFrom("diaries as z")
    .where("z.id", "in", diaryIds)
    .select(["z.id", dayFrom(at, 0).as("day_starts"), dayFrom(at, 1).as("day_ends")])
    .offset(sql.lit(0));
  return (withoutArchived ? listed.where("z.is_archived", "=", false) : listed).as("d");
}

/**
 * The section of a task (alias `t`) of a notebook (`selectSectionNotebooks`, alias `d`) and of a program, if any (alias `g`), at a
 * moment; ignores ghosts. `getTaskPlaces` in features/tasks/rules/states.ts is the same for screens; a property test
 * compares the two.
 */
export const selectSection = (at: Date): RawBuilder<TaskSection> => sql<TaskSection>`case
  when ${FINISHED} then 'completed'
  when ${isExpired(createProgramClock(at))} then 'expired'
  when ${IS_ADDED_TO_TODAY} then 'today'
  when g.paused_since is not null then 'paused'
  when t.overdue_after < d.day_starts then 'overdue'
  when t.overdue_after < d.day_ends then 'today'
  else 'upcoming' end`;

/** Whether a task is in a section, as `selectSection`; names the status as the indexes do. */
export const matchesSection = (section: TaskSection, at: Date): RawBuilder<boolean> =>
  section === "completed" ? FINISHED : sql<boolean>`(${OPEN} and ${selectSection(at)} = ${sql.lit(section)})`;

/** The number of tasks in each section without ghosts; for finished ones `MAX_COUNTED` means that or more. */
export type SectionCounts = Record<TaskSection, number>;

/**
 * The tasks that the reader sees (alias `t`), with the columns that decide on their section at a moment; see
 * `selectSection`.
 */
export const readPlacedTasks = (db: Db, access: TasksAccess, diaryIds: string[], at: Date) =>
  db
    .selectFrom(selectSectionNotebooks(db, access, diaryIds, at))
    .innerJoin("tasks as t", "t.diary_id", "d.id")
    .leftJoin("notes as n", (join) =>
      join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
    )
    .leftJoin("diary_programs as g", (join) =>
      join.onRef("g.diary_id", "=", "t.diary_id").onRef("g.id", "=", "t.linked_diary_program_id"),
    )
    // A condition on the tasks themselves, so that the list depends on these notebooks only.
    .where("t.diary_id", "in", diaryIds)
    .where(seesTask(access));

/**
 * Counts all tasks that the reader sees in these notebooks by section at a moment; with `onlyOpen`, the finished ones
 * count as none.
 */
export async function countSections(
  db: Db,
  access: TasksAccess,
  { at, onlyOpen, ...which }: TaskChoice & { at: Date; onlyOpen: boolean },
): Promise<SectionCounts> {
  const counts: SectionCounts = { overdue: 0, today: 0, upcoming: 0, paused: 0, completed: 0, expired: 0 };
  const diaryIds = getNotebooksListed(access, which.filter);
  if (diaryIds.length === 0) return counts;
  const tasks = () => readPlacedTasks(db, access, diaryIds, at).where(isChosen(access, which));
  const open = tasks().where(OPEN).select(selectSection(at).as("section"));
  const finished = tasks()
    .where(FINISHED)
    .select(sql<TaskSection>`'completed'`.as("section"))
    .limit(MAX_COUNTED);
  const counted = onlyOpen ? open : open.unionAll(db.selectFrom(finished.as("f")).select("f.section"));
  const rows = await db
    .selectFrom(counted.as("s"))
    .select("s.section")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .groupBy("s.section")
    .execute();
  for (const { section, count } of rows) counts[section] = Number(count);
  return counts;
}

/** After all dates: the sort position of undated tasks. */
export const NEVER = sql`timestamptz '2300-01-01 00:00:00+00'`;

/**
 * One page of a section's tasks at a moment, those nearest to today first: past ones latest first, upcoming ones
 * earliest first, undated ones last.
 */
export async function pageSection(
  db: Db,
  access: TasksAccess,
  { section, at, ...which }: TaskChoice & { section: TaskSection; at: Date },
  options: PaginationOptions,
  journal: PageJournal,
) {
  const diaryIds = getNotebooksListed(access, which.filter);
  if (diaryIds.length === 0) return { page: [], isDone: true, continueCursor: "end" };
  const page = await paginate({
    options,
    journal,
    by: sql<number>`r.nearness`,
    oldestFirst: isAhead(section),
    select: () =>
      db
        .selectFrom(
          readWholeTasks(db, access, diaryIds)
            .innerJoin(selectSectionNotebooks(db, access, diaryIds, at), "d.id", "t.diary_id")
            .leftJoin("diary_programs as g", (join) =>
              join.onRef("g.diary_id", "=", "t.diary_id").onRef("g.id", "=", "t.linked_diary_program_id"),
            )
            .select(sql<number>`coalesce(t.overdue_after, ${NEVER})`.as("nearness"))
            .where(isChosen(access, which))
            .where(matchesSection(section, at))
            .as("r"),
        )
        .selectAll("r"),
    present: (row) => row,
  });
  return { ...page, page: await presentTasks(db, access, page.page) };
}

/** The tasks of a notebook that are the reader's to do and overdue or late at a moment, the latest first. */
export async function readOverdueTasks(
  db: Db,
  access: TasksAccess,
  { diaryId, at, limit }: { diaryId: string; at: Date; limit: number },
) {
  return readPlacedTasks(db, access, [diaryId], at)
    .select(["t.id", "t.title", "t.overdue_after", "t.assigned_to"])
    .select(selectLateness(at).as("lateness"))
    .where(isForReader(access))
    .where(OPEN)
    .where(sql<boolean>`t.overdue_after < ${at}`)
    .where(sql<boolean>`${selectLateness(at)} is not null`)
    .orderBy("t.overdue_after", "desc")
    .orderBy("t.id")
    .limit(limit)
    .execute();
}
