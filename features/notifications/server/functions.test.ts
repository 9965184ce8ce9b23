import { afterAll, beforeAll, expect, it } from "vitest";
import { toClockInZone, toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, createNotebook, createPerson } from "../../../test/people.ts";
import type { Service } from "../../../test/service.ts";
import { ZONES } from "../../../test/zones.ts";
import { NOTIFICATION_MESSAGES } from "../rules/messages.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

it("pages the inbox newest first, counts unseen notifications, and marks one or all as seen", async () => {
  const { owner, diaryId } = await careTeam(service);
  await sql(
    `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, group_key, due_at, made_at)
     select gen_random_uuid(), $1 || n, $2, $3, case when n = 5 then 'note' else 'mentioned' end, 'note', '', now(), now() - n * interval '1 minute'
       from generate_series(1, 5) n`,
    [diaryId, owner.userId, diaryId],
  );
  const page = (cursor: string | null) =>
    owner.http.query(api.notifications.pageNotifications, { paginationOpts: { numItems: 3, cursor } });
  const first = await page(null);
  const second = await page(first.continueCursor);
  const all = [...first.page, ...second.page];
  expect([first.page.length, second.page.length, second.isDone]).toEqual([3, 2, true]);
  expect(all.map(({ _creationTime }) => _creationTime)).toEqual(
    all.map(({ _creationTime }) => _creationTime).toSorted((a, b) => b - a),
  );
  const unseen = () => owner.http.query(api.notifications.countUnseen, {});
  expect(await unseen()).toEqual({ unseen: 4 });
  await owner.http.mutation(api.notifications.markSeen, { notificationId: all[0]!._id });
  expect(await unseen()).toEqual({ unseen: 3 });
  // What was made after the newest that was shown stays unseen.
  await owner.http.mutation(api.notifications.markAllSeen, { upTo: all[3]!._creationTime });
  expect(await unseen()).toEqual({ unseen: 2 });
});

it("keeps settings, and computes the next digest on the person's own clock", async () => {
  const anna = await createPerson(service, "Anna");
  const get = () => anna.http.query(api.notifications.getSettings, {});
  expect(await get()).toMatchObject({
    timeZone: null,
    clockHours: null,
    quietHours: null,
    nextDigestAt: null,
  });
  await anna.http.mutation(api.notifications.setSettings, {
    timeZone: "Europe/Lisbon",
    clockHours: 12,
    quietHours: { fromMinute: 22 * 60, toMinute: 7 * 60 },
  });
  const { nextDigestAt, ...settings } = await get();
  expect(settings).toMatchObject({
    timeZone: "Europe/Lisbon",
    clockHours: 12,
    quietHours: { fromMinute: 1320, toMinute: 420 },
    digestMinute: 1080,
  });
  expect(new Date(nextDigestAt!).toLocaleTimeString("en-GB", { timeZone: "Europe/Lisbon" })).toBe("18:00:00");
  await anna.http.mutation(api.notifications.setSettings, { quietHours: null });
  expect(await get()).toMatchObject({ quietHours: null, timeZone: "Europe/Lisbon" });
  await expect(
    anna.http.mutation(api.notifications.setSettings, { quietHours: { fromMinute: 60, toMinute: 60 } }),
  ).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.quietHours));
  await expect(anna.http.mutation(api.notifications.setSettings, { timeZone: "CET" })).rejects.toThrow(
    "Unknown time zone",
  );
});

it("stores only choices that differ from the inherited ones", async () => {
  const { owner, diaryId } = await careTeam(service);
  const rule = (args: object) =>
    owner.http.mutation(api.notifications.setRule, {
      kind: "task-due",
      channel: "push",
      mode: "off",
      ...args,
    });
  const list = () => owner.http.query(api.notifications.listRules, {});
  await rule({ mode: "now" });
  expect(await list()).toEqual([]);
  await rule({});
  await rule({ diaryId });
  expect(await list()).toEqual([{ diaryId: null, kind: "task-due", channel: "push", mode: "off" }]);
  await rule({ diaryId, mode: "now" });
  expect(await list()).toHaveLength(2);
  await rule({ diaryId, mode: null });
  await rule({ mode: "now" });
  expect(await list()).toEqual([]);
  await expect(rule({ mode: "digest" })).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.mode));
});

it("reminds of a whole-day task at the notebook's time, of another at its hour, after a change of either", async () => {
  const owner = await createPerson(service, "Olga");
  const diaryId = await createNotebook(owner, { timeZone: "Europe/Berlin" });
  const add = (more: object) =>
    owner.http.mutation(api.tasks.createTask, { diaryId, title: "Walk", ...more });
  const days = await add({ scheduledDay: "2027-03-28" });
  const hour = await add({ scheduledDate: Date.UTC(2027, 2, 28, 13) });
  const none = await add({});
  const remindAt = async (id: unknown) =>
    (await sql("select remind_at from tasks where id = $1", [id]))[0].remind_at?.valueOf() ?? null;
  expect(await remindAt(days)).toBe(Date.UTC(2027, 2, 28, 6));
  expect(await remindAt(hour)).toBe(Date.UTC(2027, 2, 28, 13));
  expect(await remindAt(none)).toBe(null);
  await owner.http.mutation(api.notifications.setReminderTime, { diaryId, minute: 150 });
  expect(await owner.http.query(api.notifications.getReminderTime, { diaryId })).toEqual({ minute: 150 });
  // 02:30 is skipped in that night.
  expect(await remindAt(days)).toBe(Date.UTC(2027, 2, 28, 1, 30));
  expect(await remindAt(hour)).toBe(Date.UTC(2027, 2, 28, 13));
});

it("gives a local time the same moment in SQL as in TypeScript, in every zone that both know", async () => {
  const names: string[] = (
    await sql("select name from pg_timezone_names where is_time_zone(name) order by name")
  ).map(({ name }) => name);
  const zones = [
    ...new Set([...ZONES, ...names.filter((name) => Intl.supportedValuesOf("timeZone").includes(name))]),
  ];
  expect(zones.length).toBeGreaterThan(300);
  expect(zones).toContain("Africa/Casablanca");
  const cases = zones.flatMap((zone, z) =>
    Array.from({ length: 12 }, (_, n) => {
      const at = Date.UTC(2026, 0, 1) + ((z * 7919 + n * 104_729) % 1826) * 86_400_000;
      return { zone, day: new Date(at).toISOString().slice(0, 10), minute: (z * 37 + n * 61) % 1440 };
    }),
  );
  // The nights of clock changes, at the minutes around them.
  const nights = [
    "2026-03-29",
    "2026-10-25",
    "2026-03-08",
    "2026-11-01",
    "2026-04-05",
    "2026-10-04",
    "2026-04-24",
    "2026-10-29",
    "2026-02-15",
    "2026-03-22",
  ];
  for (const zone of [...ZONES, "Africa/Casablanca"])
    for (const day of nights)
      for (let minute = 0; minute < 240; minute += 15) cases.push({ zone, day, minute });
  const rows = await sql(
    `select moment_in_zone(day, minute, zone) as at from jsonb_to_recordset($1) as c(zone text, day date, minute int)`,
    [JSON.stringify(cases)],
  );
  // Where the two know other rules of a zone, they can't agree. Such zones are named here, so that none is left out
  // unseen.
  const offsets = await sql(
    `select extract(epoch from ((day::timestamp at time zone 'UTC' + h * interval '24 hours') at time zone zone)
                               - (day::timestamp + h * interval '24 hours')) / 60 as minutes
       from rows from (jsonb_to_recordset($1) as (zone text, day date, minute int)) with ordinality as c(zone, day, minute, n), (values (-1), (0), (1), (2)) v(h)
      order by n, h`,
    [JSON.stringify(cases)],
  );
  const knowsOtherRules = ({ zone, day }: { zone: string; day: string }, index: number) =>
    [-1, 0, 1, 2].some((h, place) => {
      const at = Date.parse(`${day}T00:00Z`) + h * 86_400_000;
      const shown = Date.parse(`${toDayInZone(at, zone)}T${toClockInZone(at, zone)}Z`);
      return (shown - at) / 60_000 !== Number(offsets[index * 4 + place].minutes);
    });
  const others = new Set(cases.filter(knowsOtherRules).map(({ zone }) => zone));
  expect(["Africa/Casablanca", "Africa/El_Aaiun", "America/Edmonton", "America/Vancouver"]).toEqual(
    expect.arrayContaining([...others]),
  );
  const wrong = cases.flatMap((each, index) => {
    const expected = toMomentInZone(each.day, each.minute * 60_000, each.zone);
    const isSame = rows[index].at.valueOf() === expected;
    return isSame || knowsOtherRules(each, index) ? [] : [`${each.zone} ${each.day} ${each.minute}`];
  });
  expect(wrong).toEqual([]);
});
