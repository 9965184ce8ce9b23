import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { planFields, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import { groupText, groupTitle } from "../client/update-words.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A team whose members have read that the others joined. */
async function settledTeam() {
  const team = await careTeam(service);
  for (const person of [team.owner, team.caregiver, team.viewer])
    await person.http.mutation(api.updates.markAllRead, { upTo: Date.now() });
  return team;
}

/** What is new to somebody, in words. */
const news = async (person: TestPerson) =>
  (await person.http.query(api.updates.listNew, {})).groups.map((group) =>
    `${groupTitle(group)}: ${groupText(group)}`.replace(/: $/, ""),
  );
const pageOfAll = async (person: TestPerson, diaryId: string) => {
  const paginationOpts = { numItems: 3, cursor: null as string | null };
  const found: string[] = [];
  for (let isDone = false; !isDone; ) {
    const page = await person.http.query(api.updates.pageUpdates, { diaryId, paginationOpts });
    found.push(...page.page.map(({ type, title }) => `${type} ${title}`));
    paginationOpts.cursor = page.continueCursor;
    isDone = page.isDone;
  }
  return found;
};

async function give(person: TestPerson, planId: string, overrides: object = {}) {
  const times = { givenAt: Date.now(), sentAt: Date.now() };
  const given = { entryId: randomUUID(), planId, slot: null, amount: 1, ...times };
  const outcome = await person.http.mutation(api.doses.recordDose, { ...given, ...overrides });
  if (outcome.outcome !== "written") throw new Error("refused");
  return outcome.doseId;
}

it("is what happened to plans and pauses, doses against a limit, and how many doses were given", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(), {
    facts: { strength: "5 mg" },
    minGapMinutes: 240,
  });
  expect(await news(caregiver)).toEqual(["ramipril 5 mg: Olga Owner planned it."]);
  expect(await news(owner)).toEqual([]);
  const first = await give(owner, planId);
  await give(owner, planId, { acknowledged: [first], why: "The clinic said so" });
  const { doseUnit: _, ...fields } = planFields(whenNeeded(2));
  await owner.http.mutation(api.plans.changePlan, { planId, baseVersion: 1, reason: "", ...fields });
  await owner.http.mutation(api.plans.endPlan, { planId });
  const pauseId = await owner.http.mutation(api.pauses.startPause, {
    diaryId,
    kind: "away",
    planIds: null,
    fromAt: Date.now() - HOUR,
    untilAt: null,
  });
  await owner.http.mutation(api.pauses.endPause, { pauseId, revision: 1 });
  expect(await news(caregiver)).toEqual([
    "Medicines paused: Olga Owner started the pause and ended the pause.",
    "ramipril 5 mg: Olga Owner recorded a dose against its plan, a limit or another dose, planned it and ended the plan.",
    "2 doses were given",
  ]);
  // Each given dose by itself is no update.
  expect((await pageOfAll(caregiver, diaryId)).slice(0, 6)).toEqual([
    "pause-end ",
    "pause ",
    "plan-end ramipril 5 mg",
    "plan ramipril 5 mg",
    "dose ramipril 5 mg",
    "plan ramipril 5 mg",
  ]);
  await caregiver.http.mutation(api.updates.markShown, { diaryId, upTo: Date.now() });
  expect(await news(caregiver)).toEqual([]);
});

it("tells viewers only of plans for everyone, and names those of encrypted plans", async () => {
  const { owner, viewer, caregiver, diaryId } = await settledTeam();
  const hidden = await planOf(owner, diaryId, "hidden", whenNeeded());
  const shared = await planOf(owner, diaryId, "shared", whenNeeded(), {
    visibility: "extended",
    isEncrypted: true,
  });
  // Ten minutes apart: two at once might be the same dose.
  for (const [planId, ago] of [
    [hidden, 10],
    [hidden, 0],
    [shared, 0],
  ] as const)
    await give(owner, planId, { givenAt: Date.now() - ago * MINUTE });
  const of = { kind: "hospital" as const, fromAt: Date.now(), untilAt: null, diaryId };
  await owner.http.mutation(api.pauses.startPause, { ...of, planIds: [hidden] });
  expect(await news(viewer)).toEqual(["1 dose was given", "shared: Olga Owner planned it."]);
  expect((await news(caregiver)).sort()).toEqual([
    "3 doses were given",
    "Medicines paused: Olga Owner started the pause.",
    "hidden: Olga Owner planned it.",
    "shared: Olga Owner planned it.",
  ]);
  expect(await pageOfAll(viewer, diaryId)).not.toContain("plan hidden");
});
