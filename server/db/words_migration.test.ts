import { readdir, readFile } from "node:fs/promises";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getActivityFrequency } from "../../features/programs/rules/activation-words.ts";
import { getTaskFrequency } from "../../features/tasks/rules/words.ts";
import { createTestDatabase } from "../../test/database.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { readNames } from "./names.ts";

/** The last migration of the version whose database had words in it. */
const BEFORE = "0080_claims";
const MIGRATIONS = new URL("./migrations/", import.meta.url);

let database: Database;
let dropDatabase: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase({ isEmpty: true });
  dropDatabase = test.drop;
  database = openDatabase(test.connectionString, { max: 2 });
  await sql(
    "create table schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null)",
  );
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    const name = file.replace(/\.sql$/, "");
    if (name > BEFORE) break;
    await database.pool.query(await readFile(new URL(file, MIGRATIONS), "utf8"));
    await sql("insert into schema_migrations values ($1, '2026-11-21T00:00:00.000Z')", [name]);
  }
});
afterAll(async () => {
  await database.close();
  await dropDatabase();
});

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

const interval = (every: number, unit: string) => ({ pattern: "interval", interval: { every, unit } });
const frequency = (times: number, per: number, unit: string) => ({
  pattern: "frequency",
  frequency: { times, per, unit },
});
const weekly = (...byWeekdays: string[]) => ({ pattern: "weekly", weekly: { byWeekdays } });
const monthly = (...byMonthDay: number[]) => ({ pattern: "monthly", monthly: { byMonthDay } });
const custom = (rrule: string) => ({ pattern: "custom", rrule });

/** What an activity was shown to be done at, and what of that is stored now beside its recurrence. */
const ACTIVITIES: [recurrence: object | null, shown: string, words: string | null, warning: object | null][] =
  [
    [interval(1, "day"), "Every 1 day", null, null],
    [interval(2, "week"), "Every 2 weeks", null, null],
    [frequency(1, 3, "week"), "1 time per 3 weeks", null, null],
    [frequency(3, 1, "day"), "3 times per 1 day", null, null],
    [weekly("MO", "TU", "WE", "TH", "FR", "SA", "SU"), "Every Mon, Tue, Wed, Thu, Fri, Sat, Sun", null, null],
    [weekly(), "No weekdays chosen", null, null],
    [monthly(1), "Day 1 of each month", null, null],
    [monthly(1, 15), "Days 1, 15 of each month", null, null],
    [monthly(), "No month days chosen", null, null],
    [custom("FREQ=DAILY"), "Custom recurrence", null, null],
    [{ pattern: "one-time" }, "One time", null, null],
    [null, "No recurrence chosen", null, null],
    [null, "No recurrence pattern", null, { cause: "no-pattern" }],
    [custom("nothing"), "", null, { cause: "no-pattern" }],
    [interval(0, "day"), "Invalid interval setup", null, { cause: "invalid-setup" }],
    [frequency(0, 1, "day"), "Invalid frequency setup", null, { cause: "invalid-setup" }],
    [weekly("SU"), "The phase lacks the chosen weekdays: Sun", null, { cause: "phase-lacks-days" }],
    [monthly(30, 31), "The phase lacks the chosen month days: 30, 31", null, { cause: "phase-lacks-days" }],
    [
      custom("FREQ=YEARLY"),
      "The phase lacks the days of the custom recurrence",
      null,
      { cause: "phase-lacks-days" },
    ],
    [
      interval(1, "week"),
      "The phase is too short for a weekly interval: it has 5 days",
      null,
      { cause: "phase-too-short", days: 5 },
    ],
    [
      interval(3, "week"),
      "The phase is too short for an interval of 3 weeks: it has 1 day",
      null,
      { cause: "phase-too-short", days: 1 },
    ],
    [interval(1, "day"), "Twice a week, or so", "Twice a week, or so", null],
  ];
// As the server says of this rule that it is none.
ACTIVITIES[13]![1] = getActivityFrequency({
  isRecurring: true,
  recurrence: { pattern: "custom", rrule: "nothing" },
  frequencyWords: null,
  warning: { cause: "no-pattern" },
});

describe("migrating a database that stored texts for people", () => {
  it("stores the facts behind the texts, and shows the same texts", async () => {
    const [person, former] = [uuidv7(), uuidv7()];
    const [diary, program, activated] = [uuidv7(), uuidv7(), uuidv7()];
    const at = new Date("2026-11-01T10:00:00Z");
    await sql(
      `insert into users (id, clerk_user_id, email, name) values
         ($1::uuid, 'somebody', 'anna@example.org', 'Former member'), ($2::uuid, 'deleted:' || $2::text, '', 'Former member')`,
      [person, former],
    );
    await sql(
      `insert into audit_events (id, event_type, target_type, target_id, actor_id, created_at)
       values ($1, 'account.deleted', 'user', 'x', $2, $3)`,
      [uuidv7(), former, at],
    );
    await sql(
      `with d as (
         insert into diaries (id, short_id, name, region, created_by) values ($1::uuid, 'abcdef', 'N', 'DE', $2::uuid)
       ) insert into members (id, diary_id, user_id, role) values ($3, $1::uuid, $2::uuid, 'owner')`,
      [diary, person, uuidv7()],
    );
    await sql(
      `insert into programs (id, short_id, name, content, diary_id, created_by)
       values ($1, 'bcdefg', 'P', '{"phases": []}', $2, $3)`,
      [program, diary, person],
    );
    await sql(
      `insert into diary_programs (id, diary_id, program_id, baseline_event_name, baseline_day, baseline_date, status,
         activated_by, activated_at)
       values ($1, $2, $3, 'B', '2026-11-01', now(), 'active', $4, now())`,
      [activated, diary, program, person],
    );
    for (const [i, [recurrence, shown]] of ACTIVITIES.entries()) {
      await sql(
        `insert into activity_activations (id, diary_id, diary_program_id, phase_id, activity_template_id, activity_title,
           is_recurring, recurrence, frequency_display, start_day, start_date)
         values ($1, $2, $3, 'p', $4, 'A', true, $5, $6, '2026-11-01', now())`,
        [uuidv7(), diary, activated, i, recurrence && JSON.stringify(recurrence), shown],
      );
    }
    const tasks: [recurrence: object | null, activity: string | null, shown: string | null][] = [
      [interval(2, "day"), "a", "Every 2 days"],
      [weekly("MO", "TH"), null, "Every Mon, Thu"],
      [null, "b", "One time"],
      [null, null, null],
    ];
    for (const [i, [recurrence, activity, shown]] of tasks.entries()) {
      await sql(
        `insert into tasks (id, diary_id, title, created_by, is_recurring, recurrence, activity_template_id, frequency)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          uuidv7(),
          diary,
          `task ${i}`,
          person,
          recurrence !== null,
          recurrence && JSON.stringify(recurrence),
          activity,
          shown,
        ],
      );
    }
    const errors = [
      ["The program was deleted or hidden from the person who asked for this export.", "hidden"],
      ["The file couldn't be made. Please delete it and try again.", "failed"],
      [null, null],
    ];
    for (const [i, [error]] of errors.entries()) {
      await sql(
        `insert into program_exports (id, diary_id, diary_program_id, export_type, format, generated_by, expires_at, error,
           filename)
         values ($1, $2, $3, 'full-report', 'pdf', $4, now(), $5, $6)`,
        [uuidv7(), diary, activated, person, error, `${i}`],
      );
    }

    await migrate(database);

    expect(await sql("select name, deleted_at from users order by clerk_user_id = 'somebody'")).toEqual([
      { name: "", deleted_at: at.getTime() },
      { name: "Former member", deleted_at: null },
    ]);
    expect(await readNames(database.db, [former])).toEqual(new Map([[former, "Former member"]]));
    const activities = await sql(
      `select is_recurring as "isRecurring", recurrence, frequency_words as "frequencyWords", warning
         from activity_activations order by activity_template_id::int`,
    );
    expect(
      activities.map((row) => [row.recurrence, getActivityFrequency(row), row.frequencyWords, row.warning]),
    ).toEqual(ACTIVITIES);
    const kept = await sql(
      `select is_recurring as "isRecurring", recurrence, activity_template_id as "activityTemplateId"
         from tasks order by title`,
    );
    expect(kept.map(getTaskFrequency as never)).toEqual(tasks.map(([, , shown]) => shown));
    expect((await sql("select failure from exports order by filename")).map((row) => row.failure)).toEqual(
      errors.map(([, failure]) => failure),
    );
  });
});
