import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addDays, toClockInZone, toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
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
// The job continues the repeated tasks of all notebooks.
afterEach(() => sql("delete from diaries"));

const DAY = 86_400_000;
const EIGHT = 8 * 3_600_000;
/** A day in the future in every time zone. */
const FIRST_DAY = addDays(toDayInZone(Date.now(), "UTC"), 3);
/** The job, run 90 days from now, makes all tasks up to this moment. */
const COMPARED_UNTIL = Date.now() + 175 * DAY;

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const extend = (daysOn: number) =>
  extendAllSeries(service.database, createLog("silent"), new Date(Date.now() + daysOn * DAY));

/** A notebook with a repeated task at 08:00 from the first day, or for whole days. */
async function repeatedIn(timeZone: string, { recurrence, isWholeDay = false }: Case): Promise<string> {
  const diaryId = await createNotebook(anna, { timeZone });
  const when = isWholeDay
    ? { scheduledDay: FIRST_DAY }
    : { scheduledDate: toMomentInZone(FIRST_DAY, EIGHT, timeZone) };
  await anna.http.mutation(api.tasks.createTask, { diaryId, title: "Eye drops", recurrence, ...when });
  return diaryId;
}

const changeZone = (diaryId: string, timeZone: string, timedTasksKeep: "hour" | "moment") =>
  anna.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
    ...{ diaryId, timeZone, timedTasksKeep },
    ...{ region: "US", name: "Rosa", personInfo: { fullName: "Rosa Blum" } },
  });

/** The moments of the tasks, or the days of whole-day tasks. */
async function occurrences(diaryId: string, { isWholeDay }: Pick<Case, "isWholeDay"> = {}) {
  const rows = await sql(
    `select scheduled_date as at, scheduled_day::text as day, date_only from tasks
      where diary_id = $1 and case when date_only then scheduled_day < $3::date else scheduled_date < $2 end
      order by scheduled_date, id`,
    [diaryId, new Date(COMPARED_UNTIL), toDayInZone(COMPARED_UNTIL, "UTC")],
  );
  expect(new Set(rows.map(({ date_only }) => date_only))).toEqual(new Set([isWholeDay === true]));
  return rows.map(({ at, day }) => (isWholeDay ? day : new Date(at).toISOString()));
}

type Case = { from: string; to: string; recurrence: object; isWholeDay?: boolean };
const daily = { pattern: "interval", interval: { every: 1, unit: "day" } };
const custom = (rrule: string) => ({ pattern: "custom", rrule });
const there: Case[] = [
  { from: "UTC", to: "Africa/Nairobi", recurrence: custom("FREQ=HOURLY;INTERVAL=6") },
  { from: "Pacific/Honolulu", to: "Pacific/Kiritimati", recurrence: daily },
  { from: "Pacific/Honolulu", to: "Pacific/Kiritimati", recurrence: daily, isWholeDay: true },
  { from: "Europe/Berlin", to: "Pacific/Honolulu", recurrence: custom("FREQ=DAILY") },
  {
    from: "Europe/Berlin",
    to: "Pacific/Honolulu",
    recurrence: { pattern: "weekly", weekly: { byWeekdays: ["MO", "TH"] } },
  },
  {
    from: "Asia/Kolkata",
    to: "America/New_York",
    recurrence: { pattern: "frequency", frequency: { times: 4, per: 1, unit: "day" } },
  },
];
const cases = there.flatMap((one) => [one, { ...one, from: one.to, to: one.from }]);

describe.each(["hour", "moment"] as const)(
  "a repeated task of a notebook that gets another zone and keeps the %s",
  (kept) => {
    it.each(cases)("has from $from to $to each occurrence of $recurrence once", async (one) => {
      const changed = await repeatedIn(one.from, one);
      // As if the notebook had always had the time zone in which the tasks continue.
      const control = await repeatedIn(kept === "hour" ? one.to : one.from, one);
      await changeZone(changed, one.to, kept);
      await extend(90);
      const expected = await occurrences(control, one);
      expect(expected.length).toBeGreaterThan(40);
      expect(await occurrences(changed, one)).toEqual(expected);
    });
  },
);

it("a repeated task has each occurrence once after several changes of zone, each with its own choice", async () => {
  const [berlin, york, tokyo, kiritimati] = [
    "Europe/Berlin",
    "America/New_York",
    "Asia/Tokyo",
    "Pacific/Kiritimati",
  ];
  const diaryId = await repeatedIn(berlin, { from: berlin, to: york, recurrence: daily });
  await changeZone(diaryId, york, "moment");
  await changeZone(diaryId, tokyo, "hour");
  await changeZone(diaryId, kiritimati, "moment");
  await extend(90);
  const found = await occurrences(diaryId);
  const days = found.map((at) => toDayInZone(Date.parse(at), tokyo));
  expect(days).toEqual(days.map((_, i) => addDays(FIRST_DAY, i)));
  expect(days.length).toBeGreaterThan(165);
  // Eight o'clock in Berlin, as shown in New York, is the hour in Tokyo.
  const hours = new Set(found.map((at) => toClockInZone(Date.parse(at), tokyo)));
  const shown = days.map((day) => toClockInZone(toMomentInZone(day, EIGHT, berlin), york));
  expect(hours).toEqual(new Set(shown));
});
