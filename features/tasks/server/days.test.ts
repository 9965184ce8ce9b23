import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, getDayStart, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { createLog } from "../../../server/log.ts";
import { api, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { ZONES } from "../../../test/zones.ts";
import { extendAllSeries } from "./jobs.ts";

let service: Service;
let anna: TestPerson;
beforeAll(async () => {
  service = await startService();
  anna = await createPerson(service, "Anna");
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

describe("the days of a zone", () => {
  it.each(ZONES)(
    "in %s begin and end at the same moments in SQL and TypeScript, over two years",
    async (zone) => {
      const rows = await sql(
        `select d::text as day, extract(epoch from day_start(d, $1)) * 1000 as start,
              extract(epoch from day_end(d, $1)) * 1000 as end
         from (select date '2026-01-01' + i as d from generate_series(0, 730) i) days`,
        [zone],
      );
      for (const { day, start, end } of rows) {
        expect([day, Number(start)]).toEqual([day, getDayStart(day, zone)]);
        expect([day, Number(end)]).toEqual([day, getDayStart(addDays(day, 1), zone) - 1]);
        expect(toDayInZone(Number(start), zone)).toBe(day);
        expect(toDayInZone(Number(start) - 1, zone)).toBe(addDays(day, -1));
      }
    },
  );
});

type Stored = Record<
  | "scheduled_day"
  | "due_day"
  | "end_day"
  | "scheduled_date"
  | "due_date"
  | "end_date"
  | "overdue_after"
  | "expires_after",
  string | null
>;

/** A stored task: days as text, moments as ISO text. */
async function storedTask(id: string): Promise<Partial<Stored>> {
  const [row] = await sql(
    `select scheduled_day::text, due_day::text, end_day::text, scheduled_date, due_date, end_date, overdue_after,
            expires_after from tasks where id = $1`,
    [id],
  );
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [
        name,
        typeof value === "string" ? value : new Date(value as number).toISOString(),
      ]),
  );
}

const insert = async (diaryId: string, columns: Record<string, unknown>) => {
  const names = Object.keys(columns);
  const [{ id }] = await sql(
    `insert into tasks (id, diary_id, title, created_by, ${names})
     values (gen_random_uuid(), $1, 'T', $2, ${names.map((_, i) => `$${i + 3}`)}) returning id`,
    [diaryId, anna.userId, ...Object.values(columns)],
  );
  return id as string;
};

describe("a change of a notebook's time zone", () => {
  const daily = { interval: { every: 1, unit: "day" as const } };
  const at = (day: string, clock: string, offset: string) =>
    new Date(`${day}T${clock}:00${offset}`).toISOString();

  async function changed(timedTasksKeep?: "hour" | "moment") {
    const diaryId = await createNotebook(anna, { timeZone: "Europe/Berlin" });
    const { diaries, tasks } = api;
    const make = (title: string, fields: object) =>
      anna.http.mutation(tasks.createTask, { diaryId, title, ...fields });
    const year = new Date().getUTCFullYear() + 1;
    const [day, next] = [`${year}-01-10`, `${year}-01-11`];
    const eight = Date.parse(at(day, "08:00", "+01:00"));
    const ids = {
      whole: await make("whole", { scheduledDay: day }),
      timed: await make("timed", { scheduledDate: eight, dueDate: eight + 3_600_000 }),
      late: await make("late", { scheduledDate: Date.UTC(2020, 0, 10, 7) }),
      done: await make("done", { scheduledDate: eight }),
      series: await make("series", { scheduledDate: eight, recurrence: daily }),
    };
    await anna.http.mutation(tasks.updateTask, { taskId: ids.done, status: "completed" });
    const before = (await anna.http.query(diaries.getDiary, { diaryId }))!;
    await anna.http.mutation(diaries.updateDiaryWithPersonInfo, {
      diaryId,
      region: "US",
      name: before.name,
      personInfo: { fullName: "Rosa Blum" },
      timeZone: "America/New_York",
      ...(timedTasksKeep && { timedTasksKeep }),
    });
    const madeUntil = await sql("select made_until::text as day from task_series where diary_id = $1", [
      diaryId,
    ]);
    const later = new Date(Date.parse(`${madeUntil[0]!.day}T12:00:00Z`) - 80 * 86_400_000);
    await extendAllSeries(service.database, createLog("silent"), later);
    const seen = async (id: string) => {
      const { scheduled_date, scheduled_day, due_date } = await storedTask(id);
      return [scheduled_day, scheduled_date, due_date];
    };
    const occurrences = await sql(
      `select scheduled_day::text as day, to_char(scheduled_date at time zone 'America/New_York', 'HH24:MI') as hour
         from tasks where series_id is not null and diary_id = $1 order by scheduled_date`,
      [diaryId],
    );
    return { day, next, year, ids, seen, occurrences };
  }

  it.each([undefined, "hour" as const])(
    "keeps whole days, and the hour of coming tasks (%s)",
    async (kept) => {
      const { day, ids, seen, occurrences } = await changed(kept);
      expect(await seen(ids.whole)).toEqual([day, at(day, "00:00", "-05:00"), undefined]);
      expect(await seen(ids.timed)).toEqual([day, at(day, "08:00", "-05:00"), at(day, "09:00", "-05:00")]);
      expect(await seen(ids.late)).toEqual(["2020-01-10", "2020-01-10T07:00:00.000Z", undefined]);
      expect(await seen(ids.done)).toEqual([day, at(day, "08:00", "+01:00"), undefined]);
      expect(new Set(occurrences.map(({ hour }) => hour))).toEqual(new Set(["08:00"]));
      expect(new Set(occurrences.map(({ day }) => day)).size).toBe(occurrences.length);
      expect(occurrences.length).toBeGreaterThan(91);
    },
  );

  it("keeps the moment on request, also of tasks that a series makes later", async () => {
    const { day, ids, seen, occurrences } = await changed("moment");
    expect(await seen(ids.whole)).toEqual([day, at(day, "00:00", "-05:00"), undefined]);
    expect(await seen(ids.timed)).toEqual([day, at(day, "08:00", "+01:00"), at(day, "09:00", "+01:00")]);
    const hours = occurrences.map(({ hour }) => hour);
    // Eight o'clock in Berlin, whose clocks change two weeks after New York's.
    expect(new Set(hours)).toEqual(new Set(["02:00", "03:00"]));
    expect(hours.slice(-5)).toEqual(Array(5).fill(hours.at(-1)));
    expect(new Set(occurrences.map(({ day }) => day)).size).toBe(occurrences.length);
    expect(occurrences.length).toBeGreaterThan(91);
  });
});

describe("a stored task", () => {
  it("of whole days has the moments of these days, whichever of both was written", async () => {
    const diaryId = await createNotebook(anna, { timeZone: "America/New_York" });
    const whole = {
      scheduled_day: "2027-03-13",
      due_day: "2027-03-14",
      scheduled_date: "2027-03-13T05:00:00.000Z",
      due_date: "2027-03-14T05:00:00.000Z",
      overdue_after: "2027-03-15T03:59:59.999Z",
    };
    const byDay = await insert(diaryId, {
      date_only: true,
      scheduled_day: "2027-03-13",
      due_day: "2027-03-14",
    });
    expect(await storedTask(byDay)).toEqual(whole);
    const byMoment = await insert(diaryId, {
      date_only: true,
      scheduled_date: "2027-03-13T18:00:00Z",
      due_date: "2027-03-15T03:59:59.999Z",
    });
    expect(await storedTask(byMoment)).toEqual(whole);
    await sql(
      "update tasks set due_date = due_date + interval '1 day', end_day = '2027-03-16' where id = $1",
      [byDay],
    );
    expect(await storedTask(byDay)).toEqual({
      ...whole,
      due_day: "2027-03-15",
      due_date: "2027-03-15T04:00:00.000Z",
      end_day: "2027-03-16",
      end_date: "2027-03-16T04:00:00.000Z",
      overdue_after: "2027-03-16T03:59:59.999Z",
      expires_after: "2027-03-17T03:59:59.999Z",
    });
    await sql("update tasks set due_day = null, end_date = null where id = $1", [byDay]);
    expect(await storedTask(byDay)).toEqual({
      scheduled_day: "2027-03-13",
      scheduled_date: "2027-03-13T05:00:00.000Z",
      overdue_after: "2027-03-14T04:59:59.999Z",
    });
  });

  it("with times has the days of these times, also at midnight", async () => {
    const diaryId = await createNotebook(anna, { timeZone: "Pacific/Kiritimati" });
    const id = await insert(diaryId, { scheduled_date: "2027-03-13T10:00:00Z", end_day: "2027-03-14" });
    expect(await storedTask(id)).toEqual({
      scheduled_day: "2027-03-14",
      scheduled_date: "2027-03-13T10:00:00.000Z",
      end_day: "2027-03-14",
      end_date: "2027-03-14T09:59:59.999Z",
      overdue_after: "2027-03-13T10:00:00.000Z",
      expires_after: "2027-03-14T09:59:59.999Z",
    });
    await sql(
      "update tasks set scheduled_date = '2027-03-12T09:59:59Z', scheduled_day = '2027-06-01' where id = $1",
      [id],
    );
    expect(await storedTask(id)).toMatchObject({ scheduled_day: "2027-03-12" });
  });

  it("follows its notebook's time zone: days stay days, moments stay moments", async () => {
    const diaryId = await createNotebook(anna, { timeZone: "Europe/Berlin" });
    const whole = await insert(diaryId, { date_only: true, scheduled_day: "2027-03-13" });
    const timed = await insert(diaryId, { due_date: "2027-03-13T07:00:00Z" });
    await sql("update diaries set time_zone = 'Pacific/Kiritimati' where id = $1", [diaryId]);
    expect(await storedTask(whole)).toEqual({
      scheduled_day: "2027-03-13",
      scheduled_date: "2027-03-12T10:00:00.000Z",
      overdue_after: "2027-03-13T09:59:59.999Z",
    });
    expect(await storedTask(timed)).toEqual({
      due_day: "2027-03-13",
      due_date: "2027-03-13T07:00:00.000Z",
      overdue_after: "2027-03-13T07:00:00.000Z",
    });
  });
});
