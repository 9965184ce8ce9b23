import { afterAll, beforeAll, expect, it } from "vitest";
import { MINUTE } from "../../../lib/dates/time.ts";
import { addDays, toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, createPerson, type TestPerson } from "../../../test/people.ts";
import { everyDayAt, planOf } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import { statementsDuring } from "../../../test/statements.ts";
import { addPerson, ESCALATION_MESSAGES, FIRST_SETUP } from "../rules.ts";
import { removeFromPlans } from "./deletion.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const setupFor = (...people: TestPerson[]) =>
  people.reduce((setup, { userId }) => addPerson(setup, userId), FIRST_SETUP);
type SetupArgs = Parameters<typeof set>[2];
const set = (
  by: TestPerson,
  diaryId: string,
  setup: {
    again: { everyMinutes: number; times: number };
    people: readonly { userId: string; waitMinutes: number }[];
    leadersWaitMinutes: number | null;
  } | null,
  { version = 0, kind = "task-due" as "task-due" | "dose-due" } = {},
) =>
  by.http.mutation(api.escalation.setEscalation, {
    diaryId,
    kind,
    setup: setup && { ...setup, people: [...setup.people] },
    version,
  });
const get = async (by: TestPerson, diaryId: string) =>
  by.http.query(api.escalation.getEscalation, { diaryId });

it("is off until a leader sets it up, for each kind by itself, and is turned off again", async () => {
  const { owner, admin, caregiver, diaryId } = await careTeam(service);
  const before = await get(caregiver, diaryId);
  expect(before.plans.map(({ kind, setup, version }) => [kind, setup, version])).toEqual([
    ["task-due", null, 0],
    ["dose-due", null, 0],
  ]);
  await set(admin, diaryId, setupFor(caregiver));
  const [task, dose] = (await get(owner, diaryId)).plans;
  expect(task).toMatchObject({
    setup: { people: [{ name: "Clara Caregiver", waitMinutes: 60, isTold: true }], leadersWaitMinutes: 30 },
    version: 1,
    changedBy: "Adam Admin",
  });
  expect(dose!.setup).toBeNull();
  await set(owner, diaryId, null, { version: 1 });
  expect((await get(owner, diaryId)).plans[0]).toMatchObject({ setup: null, version: 2 });
  const events = await sql(
    "select event_type, details from audit_events where diary_id = $1 and target_type = 'escalation' order by id",
    [diaryId],
  );
  expect(events).toEqual([
    { event_type: "escalation.changed", details: { kind: "task-due", people: 1 } },
    { event_type: "escalation.turnedOff", details: { kind: "task-due", people: 0 } },
  ]);
  // The same again is no change.
  await set(owner, diaryId, null, { version: 2 });
  expect((await get(owner, diaryId)).plans[0]).toMatchObject({ version: 2 });
});

it("refuses the second of two changes at once, also of two who set it up first", async () => {
  const { owner, admin, caregiver, diaryId } = await careTeam(service);
  const both = await Promise.allSettled([
    set(owner, diaryId, setupFor(caregiver)),
    set(admin, diaryId, setupFor(caregiver, admin)),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(set(owner, diaryId, setupFor(owner))).rejects.toThrow(
    writeMessage(ESCALATION_MESSAGES.changed),
  );
});

it("refuses in words members who can't be notified, duplicates, and an empty list", async () => {
  const { owner, caregiver, viewer, outsider, diaryId } = await careTeam(service);
  const refused = async (setup: SetupArgs, message: string, kind: "task-due" | "dose-due" = "task-due") =>
    expect(set(owner, diaryId, setup, { kind })).rejects.toThrow(message);
  const listing = (...ids: string[]) => ({
    ...setupFor(caregiver),
    people: ids.map((userId) => ({ userId, waitMinutes: 60 })),
  });
  await refused(listing(""), writeMessage(ESCALATION_MESSAGES.member));
  await refused(listing(outsider.userId), writeMessage(ESCALATION_MESSAGES.member));
  await refused(listing(viewer.userId), writeMessage(ESCALATION_MESSAGES.task));
  await refused(listing(viewer.userId), writeMessage(ESCALATION_MESSAGES.dose), "dose-due");
  await refused(listing(caregiver.userId, caregiver.userId), writeMessage(ESCALATION_MESSAGES.twice));
  await refused(
    { again: { everyMinutes: 10, times: 0 }, people: [], leadersWaitMinutes: null },
    writeMessage(ESCALATION_MESSAGES.nobody),
  );
  // An empty list tells everyone who leads.
  await set(owner, diaryId, FIRST_SETUP);
  expect((await get(owner, diaryId)).plans[0]!.setup).toMatchObject({ people: [], leadersWaitMinutes: 90 });
});

it("shows which members of the list aren't notified any more: former ones, and those whose role forbids it", async () => {
  const { owner, admin, caregiver, diaryId } = await careTeam(service);
  await set(owner, diaryId, setupFor(admin, caregiver));
  await sql("update members set role = 'extended' where diary_id = $1 and user_id = $2", [
    diaryId,
    admin.userId,
  ]);
  await sql("delete from members where diary_id = $1 and user_id = $2", [diaryId, caregiver.userId]);
  const { plans, people } = await get(owner, diaryId);
  expect(plans[0]!.setup!.people).toMatchObject([
    { name: "Adam Admin", isTold: false },
    { name: null, isTold: false },
  ]);
  expect(people.map(({ name, leads }) => [name, leads])).toEqual([["Olga Owner", true]]);
});

it("removes a deleted account from the lists; the others keep their times", async () => {
  const { owner, admin, caregiver, diaryId } = await careTeam(service);
  await set(owner, diaryId, setupFor(caregiver, admin));
  await service.database.db
    .transaction()
    .execute((trx) => removeFromPlans(trx, { id: caregiver.userId } as never));
  const [plan] = (await get(owner, diaryId)).plans;
  expect(plan).toMatchObject({ setup: { people: [{ userId: admin.userId, waitMinutes: 90 }] }, version: 2 });
});

it("reports that a setup notifies at night, independent of the members' quiet hours", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const setup = setupFor(caregiver);
  const check = (kind: "task-due" | "dose-due" = "task-due") =>
    owner.http.query(api.escalation.isAtNight, {
      diaryId,
      kind,
      setup: { ...setup, people: [...setup.people] },
    });
  const zone = (await sql("select time_zone from diaries where id = $1", [diaryId]))[0].time_zone;
  const tomorrow = addDays(toDayInZone(Date.now(), zone), 1);
  expect(await check()).toEqual({ atNight: false });
  // An hour later the caregiver is told, after one and a half those who lead.
  const scheduledDate = toMomentInZone(tomorrow, 10 * 60 * MINUTE, zone);
  const taskId = await owner.http.mutation(api.tasks.createTask, { diaryId, title: "Walk", scheduledDate });
  expect(await check()).toEqual({ atNight: false });
  const quiet = (fromMinute: number, toMinute: number) =>
    caregiver.http.mutation(api.notifications.setSettings, {
      timeZone: zone,
      quietHours: { fromMinute, toMinute },
    });
  const statements = await statementsDuring(async () => {
    for (let hour = 0; hour < 23; hour++) {
      await quiet(hour * 60, hour * 60 + 90 > 1439 ? 0 : hour * 60 + 90);
      expect(await check()).toEqual({ atNight: false });
    }
  });
  // It isn't even looked at.
  const reading = statements.filter(({ text }) => /escalation_plans|"tasks"/.test(text));
  expect(reading.length).toBeGreaterThan(0);
  expect(JSON.stringify(reading)).not.toMatch(/notification_settings|quiet_exceptions/);
  await owner.http.mutation(api.tasks.updateTask, {
    taskId,
    scheduledDate: toMomentInZone(tomorrow, 21.5 * 60 * MINUTE, zone),
  });
  expect(await check()).toEqual({ atNight: true });
  expect(await check("dose-due")).toEqual({ atNight: false });
  await planOf(owner, diaryId, "Ramipril", everyDayAt("06:00"));
  expect(await check("dose-due")).toEqual({ atNight: false });
  await planOf(owner, diaryId, "Torasemid", everyDayAt("22:30"));
  expect(await check("dose-due")).toEqual({ atNight: true });
  await caregiver.http.mutation(api.escalation.setBreaksQuiet, { diaryId, breaksQuiet: true });
  expect(await get(caregiver, diaryId)).toMatchObject({ breaksQuiet: true, hasQuietHours: true });
  const alone = await createPerson(service, "Anna");
  await expect(get(alone, diaryId)).rejects.toThrow("Access denied");
});
