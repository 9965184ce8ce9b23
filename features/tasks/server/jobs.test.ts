import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../../lib/dates/zone-day.ts";
import { createLog } from "../../../server/log.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import type { Service } from "../../../test/service.ts";
import { extendAllSeries } from "./jobs.ts";

const startService = beginAt();

let service: Service;
let anna: TestPerson;
beforeAll(async () => {
  service = await startService();
  anna = await createPerson(service, "Anna");
});
afterAll(() => service.close());

const DAY = 86_400_000;
const daily = { pattern: "interval", interval: { every: 1, unit: "day" } };
const custom = (rrule: string) => ({ pattern: "custom", rrule });
const today = Math.floor(Date.now() / DAY) * DAY;
const log = createLog("silent");

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** A repeated task in a notebook of its own; returns the ids of both. */
async function seriesOf({
  timeZone = "UTC",
  scheduledDate = today + 8 * 3_600_000,
  recurrence = daily as object,
  ...more
} = {}) {
  const diaryId = await createNotebook(anna, { timeZone });
  const taskId = await anna.http.mutation(api.tasks.createTask, {
    ...{ diaryId, title: "Eye drops", scheduledDate, recurrence },
    ...more,
  });
  const [{ series_id }] = await sql("select series_id from tasks where id = $1", [taskId]);
  return { diaryId, seriesId: series_id as string };
}

const setZone = (diaryId: string, zone: string) =>
  sql("update diaries set time_zone = $2 where id = $1", [diaryId, zone]);
const breakRule = (seriesId: string) =>
  sql('update task_series set recurrence = \'{"pattern": "custom", "rrule": "FREQ=NEVER"}\' where id = $1', [
    seriesId,
  ]);
const extend = (daysOn: number, ownLog = log) =>
  extendAllSeries(service.database, ownLog, new Date(Date.now() + daysOn * DAY));
const lastDay = async (seriesId: string): Promise<string> =>
  (await sql("select max(scheduled_day)::text as day from tasks where series_id = $1", [seriesId]))[0].day;
const stateOf = async (seriesId: string) =>
  (
    await sql(
      `select failure, failure_count, failed_at is not null as has_time, next_try_at from task_series where id = $1`,
      [seriesId],
    )
  )[0];
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe("a series that can't be continued", () => {
  it("doesn't stop the others, shows its reason, and is tried again later", async () => {
    const badZone = await seriesOf();
    const badRule = await seriesOf();
    const bystander = await seriesOf();
    await setZone(badZone.diaryId, "ACT");
    await breakRule(badRule.seriesId);

    const lines: string[] = [];
    const recordingLog = createLog("info", { write: (line: string) => void lines.push(line) });
    await extend(10, recordingLog);
    expect(await lastDay(bystander.seriesId)).toBe(dayOf(today + 100 * DAY));
    expect(await stateOf(badZone.seriesId)).toMatchObject({
      failure: "zone",
      failure_count: 1,
      has_time: true,
    });
    expect(await stateOf(badRule.seriesId)).toMatchObject({ failure: "rule", failure_count: 1 });
    const said = lines.map((line) => JSON.parse(line)).filter(({ series }) => series);
    expect(said.map(({ series, failure }) => [series, failure]).sort()).toEqual(
      [
        [badZone.seriesId, "zone"],
        [badRule.seriesId, "rule"],
      ].sort(),
    );
    expect(lines.join("")).not.toMatch(/Eye drops|FREQ=NEVER/);

    // It isn't tried again at once, but after a while.
    await extend(10);
    expect((await stateOf(badRule.seriesId)).failure_count).toBe(1);
    await extend(10.1);
    expect((await stateOf(badRule.seriesId)).failure_count).toBe(2);
  });

  it("continues as soon as the notebook has a known zone", async () => {
    const { diaryId, seriesId } = await seriesOf();
    await setZone(diaryId, "ACT");
    const problems = async () => {
      const { tasks } = await anna.http.query(api.tasks.listMyTasks, { filter: "all", diaryId });
      return [...new Set(tasks.map((task) => task.seriesProblem))];
    };
    expect(await problems()).toEqual([null]);
    await extend(20);
    // The list shows the reason to the members.
    expect(await problems()).toEqual(["zone"]);
    expect(await stateOf(seriesId)).toMatchObject({ failure: "zone" });
    await setZone(diaryId, "UTC");
    await extend(20);
    expect(await stateOf(seriesId)).toMatchObject({ failure: null, failure_count: 0, next_try_at: null });
    expect(await problems()).toEqual([null]);
    expect(await lastDay(seriesId)).toBe(dayOf(today + 110 * DAY));
  });

  it("doesn't delay the others, even when there are hundreds of them", async () => {
    const { seriesId } = await seriesOf();
    await sql(
      `insert into task_series (id, diary_id, title, recurrence, first_day, made_until, created_by)
       select gen_random_uuid(), diary_id, title, '{"pattern": "custom", "rrule": "FREQ=NEVER"}', first_day, '0001-01-01',
              created_by
         from task_series, generate_series(1, 250) where id = $1`,
      [seriesId],
    );
    await extend(30);
    expect(await lastDay(seriesId)).toBe(dayOf(today + 120 * DAY));
  });

  it("doesn't stop the others when its tasks can't be stored", async () => {
    const [bad, bystander] = [await seriesOf(), await seriesOf()];
    await sql(
      "alter table tasks add constraint none_later check (title <> 'Spoilt' or scheduled_day < clock_timestamp()::date + 95)",
    );
    await sql("update task_series set title = 'Spoilt' where id = $1", [bad.seriesId]);
    await extend(40);
    await sql("alter table tasks drop constraint none_later");
    expect(await lastDay(bad.seriesId)).toBe(dayOf(today + 90 * DAY));
    expect(await stateOf(bad.seriesId)).toMatchObject({ failure: "other" });
    expect(await lastDay(bystander.seriesId)).toBe(dayOf(today + 130 * DAY));
  });
});

describe("a series whose notebook gets another zone", () => {
  const instants = async (seriesId: string): Promise<number[]> =>
    (await sql("select scheduled_date as at from tasks where series_id = $1 order by 1", [seriesId])).map(
      ({ at }) => Number(at),
    );

  it.each<[string, string, object]>([
    ["Pacific/Honolulu", "Pacific/Kiritimati", daily],
    ["Pacific/Kiritimati", "Pacific/Honolulu", daily],
    ["UTC", "Africa/Nairobi", custom("FREQ=HOURLY;INTERVAL=3")],
    ["Europe/Berlin", "Asia/Kolkata", custom("FREQ=HOURLY;INTERVAL=6")],
  ])("from %s to %s continues with %j, without duplicates", async (from, to, recurrence) => {
    const { diaryId, seriesId } = await seriesOf({ timeZone: from, recurrence });
    const before = await instants(seriesId);
    await setZone(diaryId, to);
    await extend(10);
    expect((await stateOf(seriesId)).failure).toBeNull();
    const after = await instants(seriesId);
    expect(after.length).toBeGreaterThan(before.length);
    expect(new Set(after).size).toBe(after.length);
  });
});

describe("the tasks of a series", () => {
  const rowsOf = (seriesId: string) =>
    sql(
      `select date_only, scheduled_day::text, due_day::text, end_day::text, occurrence_day::text, occurrence_minute
         from tasks where series_id = $1 order by scheduled_date limit 2`,
      [seriesId],
    );

  it("stay at midnight", async () => {
    const { seriesId } = await seriesOf({ scheduledDate: today });
    expect(await rowsOf(seriesId)).toMatchObject([
      { date_only: false, scheduled_day: dayOf(today), occurrence_minute: 0 },
      { date_only: false, scheduled_day: dayOf(today + DAY), occurrence_minute: 0 },
    ]);
  });

  it("of four times a day continue after years", async () => {
    const recurrence = custom("FREQ=DAILY;BYHOUR=2,8,14,20");
    const { seriesId } = await seriesOf({ recurrence, scheduledDate: today + 2 * 3_600_000 });
    const years = 4 * 365;
    await sql("update task_series set first_day = first_day - $2::int where id = $1", [seriesId, years]);
    await extend(30);
    const day = addDays(dayOf(today), 119);
    const [{ count }] = await sql(
      "select count(*)::int from tasks where series_id = $1 and scheduled_day = $2",
      [seriesId, day],
    );
    expect(count).toBe(4);
  });

  it("of a rule with a COUNT end with it", async () => {
    const { seriesId } = await seriesOf({ recurrence: custom("FREQ=DAILY;COUNT=100") });
    await extend(20);
    await extend(40);
    const [{ count }] = await sql("select count(*)::int from tasks where series_id = $1", [seriesId]);
    expect(count).toBe(100);
  });
});

describe("the time zones that a notebook can have", () => {
  it("are known to Intl, Temporal and PostgreSQL alike", async () => {
    const { isTimeZone } = await import("../../../lib/dates/time-zones.ts");
    const { Temporal } = await import("temporal-polyfill");
    const names: string[] = (await sql("select name from pg_timezone_names")).map(({ name }) => name);
    const all = [
      ...names,
      ...Intl.supportedValuesOf("timeZone"),
      "PST",
      "ACT",
      "+05:30",
      "-03:00",
      "EST5EDT",
    ];
    const rows = await sql("select name, is_time_zone(name) as known from unnest($1::text[]) name", [
      [...new Set(all)],
    ]);
    // Before the latest clock changes, which older time zone data lacks.
    const now = Temporal.Instant.from("2025-01-15T12:00:00Z");
    let known = 0;
    for (const row of rows) {
      expect([row.name, isTimeZone(row.name)]).toEqual([row.name, row.known]);
      if (!row.known) continue;
      known++;
      const local = now.toZonedDateTimeISO(row.name).toPlainDateTime().toString({ smallestUnit: "minute" });
      const [{ at }] = await sql(
        "select to_char(to_timestamp($2::double precision / 1000) at time zone $1, 'YYYY-MM-DD\"T\"HH24:MI') as at",
        [row.name, now.epochMilliseconds],
      );
      expect([row.name, at]).toEqual([row.name, local]);
    }
    expect(known).toBeGreaterThan(400);
    for (const name of ["PST", "EST", "+05:30", "-08:00", "US/Pacific", "GMT0", "posix/Europe/Berlin"])
      expect([name, isTimeZone(name)]).toEqual([name, false]);
  });

  it("exclude others, which are refused with a message", async () => {
    for (const timeZone of ["PST", "+05:30", "Europe/Atlantis"])
      await expect(createNotebook(anna, { timeZone })).rejects.toMatchObject({
        data: { code: "invalid", message: expect.stringContaining("choose a place such as Europe/Berlin") },
      });
  });
});
