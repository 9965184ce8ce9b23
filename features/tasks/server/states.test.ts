import { sql as q } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, getDayStart } from "../../../lib/dates/zone-day.ts";
import { createNotebook, createPerson, insertDiaryProgram, type TestPerson } from "../../../test/people.ts";
import { randomFrom } from "../../../test/random.ts";
import { type Service, startService } from "../../../test/service.ts";
import { ZONES } from "../../../test/zones.ts";
import { getLateness } from "../rules/due.ts";
import { getRepetition } from "../rules/repeated.ts";
import {
  createProgramClock,
  displayState,
  getCalendarDay,
  getExpiry,
  getOverdueAfter,
  getTaskPlaces,
  isExpired,
  isMissed,
  isPaused,
  listDay,
  TASK_SECTIONS,
  type TaskTimes,
} from "../rules/states.ts";
import { selectLateness } from "./due.ts";
import { selectSection, selectSectionNotebooks } from "./section_data.ts";
import * as inSql from "./states.ts";

let service: Service;
let anna: TestPerson;
beforeAll(async () => {
  service = await startService();
  anna = await createPerson(service, "Anna");
});
afterAll(() => service.close());

/** Choices that are the same in each run. */
function numbers(seed: number) {
  const next = randomFrom(seed);
  return { below: (count: number) => Math.floor(next() * count), chance: (share: number) => next() < share };
}

const TASKS = 100;
const PROGRAMS = 3;
const MOMENTS = 15;
const DAYS = 730;

it.each(ZONES.map((zone, seed) => [zone, seed + 1] as const))(
  "%s: SQL and TypeScript agree on state, section, lateness and both last moments, at any moment of two years",
  async (timeZone, seed) => {
    const { below, chance } = numbers(seed);
    const diaryId = await createNotebook(anna, { timeZone });
    const dayAt = (index: number) => addDays("2026-01-01", index);
    const startAt = (index: number) => getDayStart(dayAt(index), timeZone);
    /** Often the start or end of a day, where mistakes are likely. */
    const momentNear = (index: number) =>
      chance(0.4) ? startAt(index) + below(3) - 1 : startAt(index) + below(86_400_000);
    const some = <Value>(value: () => Value) => (chance(0.65) ? value() : null);
    const { db, pool } = service.database;
    const programs: (string | null)[] = [null, null, null];
    for (let i = 0; i < PROGRAMS; i++) {
      const id = await insertDiaryProgram(service, diaryId, anna.userId);
      await pool.query("update diary_programs set status = 'paused', paused_since = $2 where id = $1", [
        id,
        new Date(momentNear(below(DAYS / 2))),
      ]);
      programs.push(id);
    }
    for (let i = 0; i < TASKS; i++) {
      const index = below(DAYS);
      const dateOnly = chance(0.5);
      const near = () => index + below(4) - 1;
      const value = () => (dateOnly ? dayAt(near()) : new Date(momentNear(near())));
      const columns = ["scheduled", "due", "end"].map((name) => `${name}_${dateOnly ? "day" : "date"}`);
      const program = programs[below(programs.length)]!;
      const status = ["pending", "pending", "pending", "in_progress", "completed", "cancelled"][below(6)];
      await pool.query(
        `insert into tasks (id, diary_id, title, created_by, status, completed_at, added_to_today_at, date_only,
                            linked_diary_program_id, activity_template_id, occurrence_at, ${columns})
         values (gen_random_uuid(), $1, $13, $2, $3, $4, $5, $6, $7::uuid, $8, $9, $10, $11, $12)`,
        [
          diaryId,
          anna.userId,
          status,
          status === "completed" ? new Date(startAt(index)) : null,
          chance(0.5) ? new Date(momentNear(near())) : null,
          dateOnly,
          program,
          program && "walk",
          program && new Date(startAt(0) + i),
          some(value),
          some(value),
          chance(0.4) ? value() : null,
          `T${i}`,
        ],
      );
    }
    const dated = await pool.query(
      "select overdue_after from tasks where diary_id = $1 order by length(title), title",
      [diaryId],
    );
    const moments = Array.from({ length: MOMENTS }, () => momentNear(below(DAYS)));
    // Also around the tasks' own last moments, and around changes of day and clock.
    for (const { overdue_after: last } of dated.rows.slice(0, 60))
      if (last !== null) moments.push(last, last + 1);

    const taken = await pool.query(
      `select t.added_to_today_at from tasks t join diary_programs g on g.id = t.linked_diary_program_id
        where t.diary_id = $1 and t.added_to_today_at >= g.paused_since`,
      [diaryId],
    );
    for (const row of taken.rows) moments.push(row.added_to_today_at);

    const seenStates = new Set<string>();
    for (const now of moments) {
      const at = new Date(now);
      const rows = await db
        .selectFrom(selectSectionNotebooks(db, {}, [diaryId], at))
        .innerJoin("tasks as t", "t.diary_id", "d.id")
        .leftJoin("diary_programs as g", (join) =>
          join.onRef("g.diary_id", "=", "t.diary_id").onRef("g.id", "=", "t.linked_diary_program_id"),
        )
        .selectAll("t")
        .select([
          selectSection(at).as("section"),
          selectLateness(at).as("lateness"),
          "g.paused_since",
          inSql.LIST_DAY.as("list_day"),
          inSql.CALENDAR_DAY.as("calendar_day"),
          inSql.REPETITION.as("repetition"),
          inSql.isMissed(inSql.createProgramClock(at)).as("missed"),
          inSql.isExpired(inSql.createProgramClock(at)).as("expired"),
          // The program's current time; tasks of a paused program aren't overdue.
          q<string>`task_state(t.status, case when g.paused_since is null then t.overdue_after end, t.expires_after,
            coalesce(g.paused_since, ${at}))`.as("state"),
        ])
        .where("d.id", "=", diaryId)
        .execute();
      expect(rows).toHaveLength(TASKS);
      for (const row of rows) {
        const task: TaskTimes = {
          status: row.status as TaskTimes["status"],
          dateOnly: row.date_only,
          scheduledDate: row.scheduled_date,
          dueDate: row.due_date,
          endDate: row.end_date,
          scheduledDay: row.scheduled_day,
          dueDay: row.due_day,
          endDay: row.end_day,
          timeZone,
          addedToTodayAt: row.added_to_today_at,
          pausedSince: row.paused_since,
        };
        const { section, isGhost } = getTaskPlaces(task, now)[0]!;
        if (row.lateness !== null) seenStates.add(row.lateness);
        seenStates.add(isPaused(task) && section !== "paused" ? `paused ${section}` : section);
        expect({
          task,
          now,
          isGhost: false,
          section: row.section,
          lateness: row.lateness,
          state: row.state,
          overdueAfter: row.overdue_after,
          expiresAfter: row.expires_after,
          // Without a last moment SQL returns null, which counts as false.
          isMissed: row.missed === true,
          isExpired: row.expired === true,
          listDay: row.list_day,
          calendarDay: row.calendar_day,
          repetition: row.repetition,
        }).toEqual({
          task,
          now,
          isGhost,
          section,
          lateness: getLateness(task, now),
          state: displayState(task, now),
          overdueAfter: getOverdueAfter(task),
          expiresAfter: getExpiry(task),
          isMissed: isMissed(task, getOverdueAfter(task), createProgramClock(task.pausedSince, now)),
          isExpired: isExpired(task, now),
          listDay: listDay(task),
          calendarDay: getCalendarDay(task),
          repetition: getRepetition({
            title: row.title,
            seriesId: row.series_id,
            linkedDiaryProgramId: row.linked_diary_program_id,
            activityTemplateId: row.activity_template_id,
          }),
        });
      }
    }
    expect([...seenStates].sort()).toEqual([...TASK_SECTIONS, "late", "paused today"].sort());
  },
  60_000,
);
