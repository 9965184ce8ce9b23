import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { beginAt } from "../../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import { clockIn, everyDayAt, planOf, whenNeeded } from "../../../../test/plans.ts";
import type { Service } from "../../../../test/service.ts";
import { PAUSE_MESSAGES } from "../../rules/messages.ts";
import { computeSlotState } from "../../rules/slot-states.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const start = (person: TestPerson, diaryId: string, overrides: object = {}) =>
  person.http.mutation(api.pauses.startPause, {
    diaryId,
    kind: "hospital",
    planIds: null,
    fromAt: Date.now() - HOUR,
    untilAt: null,
    ...overrides,
  });
const list = (person: TestPerson, diaryId: string) => person.http.query(api.pauses.listPauses, { diaryId });
const end = (person: TestPerson, pauseId: string, revision = 1) =>
  person.http.mutation(api.pauses.endPause, { pauseId, revision });

/** How the next two planned doses of a plan stand at a moment. */
async function states(person: TestPerson, diaryId: string, planId: string, now = Date.now()) {
  const { slots, doses, pauses } = await person.http.query(api.doses.listDoses, {
    diaryId,
    fromDay: toDayInZone(now - DAY, "UTC"),
    toDay: toDayInZone(now + 2 * DAY, "UTC"),
  });
  return (
    slots
      .filter((slot) => slot.planId === planId)
      // The next two, at any time of the day.
      .slice(0, 2)
      .map((slot) => {
        const dose = doses.find((each) => each.slot === slot.slot) ?? null;
        return computeSlotState({ ...slot, dose }, pauses, now).state;
      })
  );
}

it("makes planned doses paused, neither due nor missing, and due again once it has ended", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const planId = await planOf(owner, diaryId, "ramipril", everyDayAt(clockIn(5)));
  expect(await states(owner, diaryId, planId)).toEqual(["due", "coming"]);
  await start(caregiver, diaryId);
  expect(await states(owner, diaryId, planId)).toEqual(["paused", "paused"]);
  const [pause] = await list(owner, diaryId);
  expect(pause).toMatchObject({ kind: "hospital", until: null, startedBy: "Clara Caregiver", endedBy: null });
  // An end after the first dose: it stays paused, the next one is planned again.
  const fromAt = Date.now() - HOUR;
  const untilAt = Date.now() + 10 * MINUTE;
  const onPause = { pauseId: pause!._id, revision: 1 };
  await owner.http.mutation(api.pauses.changePause, { ...onPause, fromAt, untilAt });
  expect(await states(owner, diaryId, planId)).toEqual(["paused", "coming"]);
  expect(await states(owner, diaryId, planId, Date.now() + 5 * HOUR)).toEqual(["paused", "coming"]);
  await end(owner, pause!._id, 2);
  expect(await states(owner, diaryId, planId)).toEqual(["due", "coming"]);
  expect((await list(owner, diaryId))[0]).toMatchObject({
    startedBy: "Clara Caregiver",
    endedBy: "Olga Owner",
    endedAt: expect.any(Number),
  });
  const events = await sql(
    "select event_type from audit_events where diary_id = $1 and event_type like 'pause.%' order by id",
    [diaryId],
  );
  expect(events.map((row) => row.event_type)).toEqual(["pause.started", "pause.changed", "pause.ended"]);
});

it("pauses chosen plans only, and an entry during a pause stays possible", async () => {
  const { owner, diaryId } = await careTeam(service);
  const [paused, other] = [
    await planOf(owner, diaryId, "paused", everyDayAt(clockIn(1))),
    await planOf(owner, diaryId, "other", everyDayAt(clockIn(1))),
  ];
  await start(owner, diaryId, { planIds: [paused, paused] });
  expect((await list(owner, diaryId))[0]!.planIds).toEqual([paused]);
  expect(new Set(await states(owner, diaryId, paused))).toEqual(new Set(["paused"]));
  expect(new Set(await states(owner, diaryId, other))).not.toContain("paused");
  const { slots } = await owner.http.query(api.doses.listDoses, {
    diaryId,
    fromDay: toDayInZone(Date.now(), "UTC"),
    toDay: toDayInZone(Date.now() + DAY, "UTC"),
  });
  const given = { entryId: crypto.randomUUID(), amount: 1, givenAt: Date.now(), sentAt: Date.now() };
  const { slot } = slots.find(({ planId }) => planId === paused)!;
  const dose = { planId: paused, slot, ...given };
  // Somebody else gives it at that time: whoever does it all the same is asked.
  expect(await owner.http.mutation(api.doses.giveDose, dose)).toMatchObject({
    outcome: "refused",
    conflicts: [{ id: given.entryId, limit: "paused" }],
  });
  expect(await owner.http.mutation(api.doses.giveDose, { ...dose, seen: [given.entryId] })).toMatchObject({
    outcome: "written",
  });
  expect(await states(owner, diaryId, paused)).toContain("given");
});

it("is refused where the same medicines are paused already, and may overlap otherwise", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const one = await planOf(owner, diaryId, "one", whenNeeded());
  const now = Date.now();
  await start(owner, diaryId, { planIds: [one], fromAt: now, untilAt: now + 2 * DAY });
  // All plans are more than one: a wider pause may begin while a narrower one holds.
  await start(owner, diaryId, { fromAt: now + DAY, untilAt: now + 3 * DAY });
  for (const times of [
    { fromAt: now + DAY, untilAt: null },
    { planIds: [one], fromAt: now + HOUR, untilAt: now + 2 * HOUR },
  ])
    await expect(start(caregiver, diaryId, times)).rejects.toThrow(writeMessage(PAUSE_MESSAGES.covered));
  // One begins when the other ends.
  await start(caregiver, diaryId, { fromAt: now + 3 * DAY, untilAt: now + 4 * DAY });
  expect(await list(owner, diaryId)).toHaveLength(3);
});

it("is started once when two people start it at the same moment", async () => {
  const { owner, caregiver, admin, diaryId } = await careTeam(service);
  const outcomes = await Promise.allSettled(
    [owner, caregiver, admin].map((person) => start(person, diaryId)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await sql("select id from care_pauses where diary_id = $1", [diaryId])).toHaveLength(1);
});

it("gets another end; of two changes at once the second is refused, and a past one stays as it is", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const now = Date.now();
  const pauseId = await start(owner, diaryId);
  const change = (person: TestPerson, revision: number, times: object) =>
    person.http.mutation(api.pauses.changePause, {
      pauseId,
      revision,
      fromAt: now - 2 * HOUR,
      untilAt: now + DAY,
      ...times,
    });
  await change(caregiver, 1, {});
  await expect(change(owner, 1, {})).rejects.toThrow(writeMessage(PAUSE_MESSAGES.changed));
  expect((await list(owner, diaryId))[0]).toMatchObject({
    from: now - 2 * HOUR,
    until: now + DAY,
    revision: 2,
  });
  await expect(change(owner, 2, { untilAt: now - 3 * HOUR })).rejects.toThrow(
    writeMessage(PAUSE_MESSAGES.order),
  );
  await expect(change(owner, 2, { untilAt: now + 400 * DAY })).rejects.toThrow(
    writeMessage(PAUSE_MESSAGES.distance),
  );
  await change(owner, 2, { untilAt: now - MINUTE });
  await expect(end(owner, pauseId, 3)).rejects.toThrow(writeMessage(PAUSE_MESSAGES.ended));
});

it("goes when it is ended before it begins", async () => {
  const { owner, diaryId } = await careTeam(service);
  const pauseId = await start(owner, diaryId, { fromAt: Date.now() + DAY });
  await end(owner, pauseId);
  expect(await list(owner, diaryId)).toEqual([]);
  await expect(end(owner, pauseId)).rejects.toThrow(writeMessage(PAUSE_MESSAGES.none));
});

it("shows viewers nothing of plans that they don't see", async () => {
  const { owner, viewer, diaryId } = await careTeam(service);
  const [hidden, shared] = [
    await planOf(owner, diaryId, "hidden", whenNeeded()),
    await planOf(owner, diaryId, "shared", whenNeeded(), { visibility: "extended" }),
  ];
  const now = Date.now();
  await start(owner, diaryId, { planIds: [hidden], untilAt: now + HOUR });
  await start(owner, diaryId, { planIds: [hidden, shared], fromAt: now, untilAt: now + DAY });
  expect((await list(viewer, diaryId)).map(({ planIds }) => planIds)).toEqual([[shared]]);
  const { pauses } = await viewer.http.query(api.doses.listDoses, {
    diaryId,
    fromDay: toDayInZone(now, "UTC"),
    toDay: toDayInZone(now, "UTC"),
  });
  expect(pauses.map(({ planIds }) => planIds)).toEqual([[shared]]);
  await expect(start(viewer, diaryId)).rejects.toThrow("Access denied");
});

it("refuses plans of another notebook, and ended ones", async () => {
  const [here, there] = [await careTeam(service), await careTeam(service)];
  const ended = await planOf(here.owner, here.diaryId, "ended", whenNeeded());
  await here.owner.http.mutation(api.plans.endPlan, { planId: ended });
  const others = await planOf(there.owner, there.diaryId, "theirs", whenNeeded());
  for (const planIds of [[others], [ended], ["no id"]])
    await expect(start(here.owner, here.diaryId, { planIds })).rejects.toThrow(
      writeMessage(PAUSE_MESSAGES.plans),
    );
});
