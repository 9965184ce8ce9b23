import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, dayInZone, dayStart } from "../../lib/zone-day.ts";
import { notebookOf, type Someone, somebody } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";
import { ZONES } from "../../test/zones.ts";

let service: Service;
let anna: Someone;
beforeAll(async () => {
  service = await startService();
  anna = await somebody(service, "Anna");
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

describe("the days of a zone", () => {
  it.each(ZONES)("%s begin and end in SQL when they do in TypeScript, over two years", async (zone) => {
    const rows = await sql(
      `select d::text as day, extract(epoch from day_start(d, $1)) * 1000 as start,
              extract(epoch from day_end(d, $1)) * 1000 as end
         from (select date '2026-01-01' + i as d from generate_series(0, 730) i) days`,
      [zone],
    );
    for (const { day, start, end } of rows) {
      expect([day, Number(start)]).toEqual([day, dayStart(day, zone)]);
      expect([day, Number(end)]).toEqual([day, dayStart(addDays(day, 1), zone) - 1]);
      expect(dayInZone(Number(start), zone)).toBe(day);
      expect(dayInZone(Number(start) - 1, zone)).toBe(addDays(day, -1));
    }
  });
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

/** A task as it is stored: days as text, moments as ISO text. */
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

describe("a stored task", () => {
  it("for days has the moments of these days, whichever of both was written", async () => {
    const diaryId = await notebookOf(anna, { timeZone: "America/New_York" });
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
    const diaryId = await notebookOf(anna, { timeZone: "Pacific/Kiritimati" });
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

  it("follows its notebook's clock: days stay days, moments stay moments", async () => {
    const diaryId = await notebookOf(anna, { timeZone: "Europe/Berlin" });
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
