import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { type Devices, startDevices } from "../../../test/devices.ts";
import { give, skip } from "../../../test/doses.ts";
import { escalateNow, passForRuns } from "../../../test/escalation.ts";
import { beginAt } from "../../../test/moment.ts";
import { sendingParts } from "../../../test/notifications.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { beganDaysAgo, clockIn, everyDayAt, planOf } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import { planDoses } from "../../doses/server/dose_planner.ts";
import { deliverAll } from "../../notifications/server/deliver/deliver.ts";
import { replaceShown } from "../../notifications/server/deliver/replace_shown.ts";
import { addPerson, FIRST_SETUP } from "../rules.ts";

const startService = beginAt();

let service: Service;
let devices: Devices;
beforeAll(async () => {
  devices = await startDevices();
  service = await startService({ outgoing: devices.outgoing });
});
afterAll(async () => {
  await service.close();
  await devices.close();
});
beforeEach(async () => {
  await sql("delete from notifications");
  await sql("delete from escalation_runs");
  await sql("update dose_reminders set next_at = null");
  await sql("delete from care_pauses");
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const escalate = () => escalateNow(service);

/** Lets minutes pass for the runs, looking at them every five. */
async function watch(minutes: number) {
  for (let n = 0; n < minutes; n += 5) {
    await passForRuns(service, 5);
    await escalate();
  }
}

/** A plan with a dose that was due two minutes ago and isn't planned yet; returns its id. */
async function addDue(owner: TestPerson, diaryId: string, name: string): Promise<string> {
  const planId = await planOf(owner, diaryId, name, everyDayAt(clockIn(-2)));
  await beganDaysAgo(service.database.pool, planId, 3);
  await sql(
    `update dose_reminders set done_until = now() - interval '1 hour', next_at = now() - interval '1 minute'
      where plan_id = $1`,
    [planId],
  );
  return planId;
}

/** A dose that was due two minutes ago, of which everybody who gives was told; the admin is told next. */
async function running() {
  const team = await careTeam(service);
  const { owner, admin, diaryId } = team;
  const setup = addPerson(FIRST_SETUP, admin.userId);
  await owner.http.mutation(api.escalation.setEscalation, {
    diaryId,
    kind: "dose-due",
    setup: { ...setup, people: [...setup.people] },
    version: 0,
  });
  const planId = await addDue(owner, diaryId, "ramipril");
  await planDoses(service.database);
  await escalate();
  const [{ id: runId, slot }] = await sql("select id, slot from escalation_runs where subject_id = $1", [
    planId,
  ]);
  return { ...team, planId, slot: slot as string, runId: runId as string };
}

const stateOf = async (runId: string) =>
  (
    await sql(
      "select state, closed_by, taken_by, taken_until > now() as taken from escalation_runs where id = $1",
      [runId],
    )
  )[0];

const steps = async (planId: string, { userId }: TestPerson) =>
  (
    await sql(
      "select step from notifications where kind = 'escalation' and subject_id = $1 and user_id = $2 order by made_at",
      [planId, userId],
    )
  ).map(({ step }) => step);

it("notifies the next member of a dose without an entry, and ends with its entry", async () => {
  const { admin, caregiver, planId, slot, runId } = await running();
  await watch(60);
  expect(await steps(planId, admin)).toContain("next");
  await give(caregiver, planId, { slot });
  expect(await stateOf(runId)).toMatchObject({ state: "done", closed_by: caregiver.userId });
  const before = await sql("select count(*)::int as n from notifications where kind = 'escalation'");
  await watch(60);
  expect(await sql("select count(*)::int as n from notifications where kind = 'escalation'")).toEqual(before);
});

it("ends with an entry that it wasn't given", async () => {
  const { owner, planId, slot, runId } = await running();
  await skip(owner, planId, slot);
  expect(await stateOf(runId)).toMatchObject({ state: "done", closed_by: owner.userId });
});

it("pauses while a member has claimed the dose, and goes on when the claim ends without an entry", async () => {
  const { caregiver, admin, planId, slot, runId } = await running();
  await caregiver.http.mutation(api.doses.claimDose, { entryId: randomUUID(), planId, slot });
  expect(await stateOf(runId)).toMatchObject({ state: "open", taken_by: caregiver.userId, taken: true });
  await watch(25);
  expect(await steps(planId, admin)).not.toContain("next");
  const [{ doseId, revision }] = await sql(
    `select id as "doseId", revision from doses where plan_id = $1 and slot = $2`,
    [planId, slot],
  );
  await caregiver.http.mutation(api.doses.releaseDose, { entryId: randomUUID(), doseId, revision });
  expect(await stateOf(runId)).toMatchObject({ state: "open", taken_by: null });
  await watch(75);
  expect(await steps(planId, admin)).toContain("next");
});

it("asks nobody for a dose that is paused, or whose plan has ended", async () => {
  const paused = await running();
  await paused.owner.http.mutation(api.pauses.startPause, {
    diaryId: paused.diaryId,
    kind: "hospital",
    planIds: null,
    fromAt: Date.now() - 60 * 60_000,
    untilAt: null,
  });
  await watch(15);
  expect(await stateOf(paused.runId)).toMatchObject({ state: "done" });
  expect(await steps(paused.planId, paused.admin)).not.toContain("next");

  const ended = await running();
  await ended.owner.http.mutation(api.plans.endPlan, { planId: ended.planId, reason: "" });
  await watch(15);
  expect(await stateOf(ended.runId)).toMatchObject({ state: "done" });
});

it("asks one person again for all doses of one time, in one message", async () => {
  const { owner, admin, caregiver, diaryId } = await careTeam(service);
  const setup = { ...FIRST_SETUP, people: [] };
  await owner.http.mutation(api.escalation.setEscalation, { diaryId, kind: "dose-due", setup, version: 0 });
  for (const person of [owner, admin, caregiver]) await devices.addBrowser(person, "what");
  await sql("delete from notifications");
  for (const name of ["Aspirin", "Ramipril", "Bisoprolol"]) await addDue(owner, diaryId, name);
  await planDoses(service.database);
  await escalate();
  await deliverAll(sendingParts(service, createLog("silent")));
  devices.forget();
  await watch(10);
  expect(
    await sql(
      "select count(distinct user_id)::int as people, count(*)::int as doses from notifications where step = 'again'",
    ),
  ).toEqual([{ people: 1, doses: 3 }]);
  await deliverAll(sendingParts(service, createLog("silent")));
  const titles = devices.push.received.map(({ text }) => JSON.parse(text).notification);
  expect(titles.filter(({ title }) => title.startsWith("Still open"))).toMatchObject([
    { title: "Still open: Rosa Blum", body: "Aspirin, Ramipril, Bisoprolol" },
  ]);
});

it("replaces former reminders by a later step in the bell, and no device shows them as seen", async () => {
  const { owner, admin, caregiver, diaryId } = await careTeam(service);
  const setup = { again: { everyMinutes: 10, times: 1 }, people: [], leadersWaitMinutes: 30 };
  await owner.http.mutation(api.escalation.setEscalation, { diaryId, kind: "dose-due", setup, version: 0 });
  for (const person of [owner, admin, caregiver]) await devices.addBrowser(person, "what");
  await sql("delete from notifications");
  devices.forget();
  await addDue(owner, diaryId, "Aspirin");
  await planDoses(service.database);
  const parts = sendingParts(service, createLog("silent"));
  for (let n = 0; n < 10; n++) {
    await watch(5);
    await deliverAll(parts);
    await replaceShown(parts);
  }
  const titles = devices.push.received.map(({ text }) => JSON.parse(text).notification.title);
  expect(titles).toContain("Nobody has answered: Rosa Blum");
  expect(titles.filter((title) => title.startsWith("Seen"))).toEqual([]);
  for (const { http } of [owner, admin])
    expect(await http.query(api.notifications.countUnseen, {})).toEqual({ unseen: 1 });
});
