import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { doseIdOf, give, meant, record } from "../../../test/doses.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, createNotebook, type TestPerson } from "../../../test/people.ts";
import { beganDaysAgo, dailyFromNow, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const count = (person: TestPerson, planId: string, otherPlanId: string, isTogether: boolean) =>
  person.http.mutation(api.plans.countTogether, { planId, otherPlanId, isTogether });
const ago = (minutes: number) => ({ givenAt: Date.now() - minutes * MINUTE });

/** Paracetamol, a brand of it, and one twice as strong. */
async function threePlans(overrides: object = {}) {
  const team = await careTeam(service);
  const { owner, diaryId } = team;
  const plain = await planOf(owner, diaryId, "paracetamol", whenNeeded(), {
    facts: { strength: "500 mg" },
    ...overrides,
  });
  const brand = await planOf(owner, diaryId, "Tylenol", whenNeeded(), { facts: { strength: "500 mg" } });
  const strong = await planOf(owner, diaryId, "Paracetamol 1 g", whenNeeded(), {
    facts: { strength: "1 g" },
  });
  return { ...team, plain, brand, strong };
}

describe("one medicine in two plans", () => {
  it("given within a minute asks with the other's last dose, by name and by ties", async () => {
    const { owner, caregiver, diaryId, plain, brand, strong } = await threePlans();
    const first = doseIdOf(await give(owner, plain));
    const asked = await give(caregiver, strong);
    expect(asked).toMatchObject({
      outcome: "refused",
      conflicts: [
        {
          id: first,
          limit: "sameMedicine",
          by: "Olga Owner",
          amount: 1,
          medicine: { planId: plain, name: "paracetamol", strength: "500 mg", doseUnit: "tablet" },
        },
      ],
    });
    // Nobody knows that a brand is the same one before somebody says so.
    await count(owner, brand, plain, true);
    expect(await give(caregiver, brand)).toMatchObject({ conflicts: [{ id: first, limit: "sameMedicine" }] });
    // It was given all the same: under review, with the other one.
    const second = doseIdOf(await give(caregiver, brand, { seen: [first] }));
    const [doubtful] = await owner.http.query(api.doses.listToReview, { diaryId });
    expect(doubtful).toMatchObject({
      name: "Tylenol",
      dose: { _id: second, against: [first] },
      others: [{ _id: first }],
      medicines: [{ planId: plain, name: "paracetamol" }],
    });
    // The third names both.
    const third = await record(caregiver, strong);
    expect(third.outcome === "refused" && third.conflicts.map(({ id }) => id).sort()).toEqual(
      [first, second].sort(),
    );
  });

  it("never both at once, in any order", async () => {
    const { owner, caregiver, plain, strong } = await threePlans();
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.all([
        give(owner, plain),
        give(caregiver, strong),
        give(owner, strong),
        give(caregiver, plain),
      ]);
      const written = answers.filter(({ outcome }) => outcome === "written");
      expect(written).toHaveLength(1);
      await service.database.pool.query(
        "update doses set state = 'withdrawn', reason = 'mistake' where id = $1",
        [doseIdOf(written[0]!)],
      );
    }
  });

  it("counts by the limits of each, in amounts of its own strength", async () => {
    const { owner, plain, strong } = await threePlans({ maxAmount: 4, windowHours: 24, minGapMinutes: 60 });
    const first = doseIdOf(await record(owner, strong, ago(300)));
    // One of 1 g and two of 500 mg are four.
    doseIdOf(await record(owner, plain, { ...ago(200), amount: 1.5 }));
    const more = await give(owner, plain);
    expect(more).toMatchObject({ outcome: "refused" });
    const limits = more.outcome === "refused" ? more.conflicts : [];
    expect(limits.map(({ id, limit }) => [id, limit])).toContainEqual([first, "amount"]);
    // What somebody typed isn't said yes to with one press.
    expect(await give(owner, plain, { seen: limits.map(({ id }) => id) })).toMatchObject({
      outcome: "refused",
    });
    // The other plan has no limits of its own, and counts by these.
    expect(await give(owner, strong)).toMatchObject({
      conflicts: expect.arrayContaining([expect.objectContaining({ limit: "amount" })]),
    });
    doseIdOf(
      await record(owner, plain, { acknowledged: limits.map(({ id }) => id), why: "The clinic said so" }),
    );
  });

  it("doesn't ask for plans that a member declared separate, nor of another notebook", async () => {
    const { owner, caregiver, diaryId, plain, strong } = await threePlans();
    const others = await createNotebook(owner);
    doseIdOf(await give(owner, await planOf(owner, others, "paracetamol", whenNeeded())));
    doseIdOf(await give(owner, plain));
    await count(owner, strong, plain, false);
    doseIdOf(await give(caregiver, strong));
    expect(await owner.http.query(api.doses.listToReview, { diaryId })).toEqual([]);
    const elsewhere = await planOf(owner, others, "ibuprofen", whenNeeded());
    await expect(count(owner, plain, elsewhere, true)).rejects.toThrow(/isn't there any more/);
    await expect(count(owner, plain, plain, true)).rejects.toThrow(/Choose another plan/);
  });

  it("is found in encrypted plans, in one that ended a moment ago, and in planned doses", async () => {
    const { owner, diaryId } = await careTeam(service);
    const sealed = await planOf(owner, diaryId, "Levodopa", whenNeeded(), { isEncrypted: true });
    const first = doseIdOf(await give(owner, sealed));
    await owner.http.mutation(api.plans.endPlan, { planId: sealed });
    const planId = await planOf(owner, diaryId, "levodopa 100 mg", dailyFromNow());
    const slot = (await owner.http.query(api.doses.listDue, { at: Date.now() })).find(
      (each) => each.planId === planId,
    )!.slot;
    expect(await give(owner, planId, { slot })).toMatchObject({
      conflicts: [{ id: first, limit: "sameMedicine" }],
    });
    doseIdOf(await give(owner, planId, meant("seen", { slot, seen: [first] })));
  });

  it("is on a plan's page, and the page of today knows which plans count together", async () => {
    const { owner, viewer, diaryId, plain, brand, strong } = await threePlans();
    const alike = async (planId: string, person = owner) =>
      (await person.http.query(api.plans.getPlan, { planId }))?.alike.map((each) => [
        each.name,
        each.isTogether,
      ]);
    expect(await alike(plain)).toEqual([["Paracetamol 1 g", true]]);
    await count(owner, brand, plain, true);
    await count(owner, strong, plain, false);
    expect(await alike(plain)).toEqual(
      expect.arrayContaining([
        ["Tylenol", true],
        ["Paracetamol 1 g", false],
      ]),
    );
    expect(await alike(plain, viewer)).toBeUndefined();
    const day = new Date().toISOString().slice(0, 10);
    const { together } = await owner.http.query(api.doses.listDoses, { diaryId, fromDay: day, toDay: day });
    expect(together.find(({ planId }) => planId === brand)).toEqual({
      planId: brand,
      others: expect.arrayContaining([plain]),
    });
  });
});

describe("after a change of a plan", () => {
  it("the open dose of the former version has its own instructions, on home and on its page", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow(), {
      instructions: "Before the meal",
      mealRelation: "before",
      mealMinutes: 30,
    });
    await beganDaysAgo(service.database.pool, planId, 1);
    await service.database.pool.query(
      `insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
         late_after_minutes, late_until_minutes, words, changed_by, meal_relation)
       select plan_id, 2, diary_id, now() + interval '2 hours', time_zone, first_day, schedule, 60, 240,
         '{"instructions": "With milk", "saidBy": "", "reason": ""}', changed_by, 'with'
         from medication_plan_versions where plan_id = $1`,
      [planId],
    );
    const own = { instructions: "Before the meal", mealRelation: "before", mealMinutes: 30 };
    expect(await owner.http.query(api.doses.listDue, { at: Date.now() })).toMatchObject([own]);
    const at = Date.now();
    const [fromDay, toDay] = [at - 24 * HOUR, at + 48 * HOUR].map((ts) =>
      new Date(ts).toISOString().slice(0, 10),
    );
    const { slots, plans } = await owner.http.query(api.doses.listDoses, {
      diaryId,
      fromDay: fromDay!,
      toDay: toDay!,
    });
    expect(slots.find(({ version }) => version === 1)).toMatchObject(own);
    expect(slots.find(({ version }) => version === 2)).toMatchObject({
      instructions: "With milk",
      mealRelation: "with",
      mealMinutes: null,
    });
    // What is to hold later isn't what a plan says now.
    expect(plans[0]!.current).toMatchObject({ version: 1, instructions: "Before the meal" });
  });
});
