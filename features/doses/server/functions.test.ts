import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import {
  dosesOfDay as day,
  doseIdOf,
  give,
  givenArgs as given,
  record,
  skip as skipDose,
  nextSlot as slotOf,
} from "../../../test/doses.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { dailyFromNow, planFields, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

describe("two people", () => {
  it("never both give a planned dose, however often they press at once", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    for (let round = 0; round < 12; round++) {
      // Each is another medicine: those of one name count together.
      const planId = await planOf(owner, diaryId, `medicine ${"abcdefghijkl"[round]}`, dailyFromNow());
      const { slot } = await slotOf(owner, diaryId, planId);
      const outcomes = await Promise.all(
        [owner, caregiver, owner, caregiver].map((person) => give(person, planId, { slot })),
      );
      expect(outcomes.filter(({ outcome }) => outcome === "written")).toHaveLength(1);
      const [refused] = outcomes.filter(({ outcome }) => outcome === "refused");
      expect(refused).toMatchObject({ conflicts: [{ limit: "slot", amount: 1, by: expect.any(String) }] });
      expect(await sql("select state from doses where plan_id = $1", [planId])).toEqual([{ state: "given" }]);
    }
  });

  it("see a claim of each other until it has passed", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const { slot } = await slotOf(owner, diaryId, planId);
    const claim = await owner.http.mutation(api.doses.claimDose, { entryId: randomUUID(), planId, slot });
    expect(claim.outcome).toBe("written");
    expect(await give(caregiver, planId, { slot })).toMatchObject({
      outcome: "refused",
      conflicts: [{ limit: "claim", by: "Olga Owner" }],
    });
    expect(await give(owner, planId, { slot })).toMatchObject({ outcome: "written" });
  });
});

describe("as needed", () => {
  it("two taps at once are one dose, also on two phones and without any limit", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    for (let round = 0; round < 5; round++) {
      const planId = await planOf(owner, diaryId, `medicine ${"abcde"[round]}`, whenNeeded(1, 2));
      const outcomes = await Promise.all([owner, caregiver, owner].map((person) => give(person, planId)));
      const written = outcomes.filter(({ outcome }) => outcome === "written");
      expect(written).toHaveLength(1);
      const { doseId } = written[0] as { doseId: string };
      for (const refused of outcomes.filter(({ outcome }) => outcome === "refused"))
        expect(refused).toMatchObject({ conflicts: [{ id: doseId, limit: "justGiven", amount: 1 }] });
      // Whoever has seen it gives another one.
      expect(await give(caregiver, planId, { seen: [doseId] })).toMatchObject({ outcome: "written" });
      expect(await give(owner, planId, { seen: [doseId] })).toMatchObject({
        outcome: "refused",
        conflicts: [{ limit: "justGiven" }],
      });
    }
  });

  it("two people who write down one dose are asked whether it is the same one, and nothing is refused for good", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2));
    const yesterday = Date.now() - 20 * HOUR;
    const first = doseIdOf(await record(owner, planId, { givenAt: yesterday }));
    const entryId = randomUUID();
    const mine = { entryId, givenAt: yesterday + 4 * MINUTE, note: "With tea" };
    expect(await record(caregiver, planId, mine)).toMatchObject({
      outcome: "refused",
      conflicts: [{ id: first, limit: "justGiven", amount: 1, by: "Olga Owner" }],
    });
    // "It's the same one" writes nothing; "It was another one" names what was read.
    const second = doseIdOf(await record(caregiver, planId, { ...mine, acknowledged: [first] }));
    expect(second).toBe(entryId);
    // Both were read: it is no doubtful dose, and goes against no limit.
    expect(await owner.http.query(api.doses.listToReview, { diaryId })).toEqual([]);
    // A third one has to name both, whichever of them lies before or after it.
    const third = { givenAt: yesterday + 2 * MINUTE };
    expect(await record(owner, planId, { ...third, acknowledged: [first] })).toMatchObject({
      outcome: "refused",
      conflicts: [{ id: second, limit: "justGiven" }],
    });
    expect(await record(owner, planId, { ...third, acknowledged: [first, second] })).toMatchObject({
      outcome: "written",
    });
    // Five minutes apart, nobody is asked.
    expect(await record(owner, planId, { givenAt: yesterday - 5 * MINUTE })).toMatchObject({
      outcome: "written",
    });
  });

  it("two phones without a connection are asked about afterwards", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2));
    const givenAt = Date.now() - 3 * HOUR;
    const { doseId } = (await give(owner, planId, { givenAt })) as { doseId: string };
    const later = await give(caregiver, planId, { givenAt: givenAt + MINUTE });
    expect(later).toMatchObject({ outcome: "written" });
    await give(caregiver, planId, { givenAt: givenAt + 10 * MINUTE });
    const doubtful = await owner.http.query(api.doses.listToReview, { diaryId });
    expect(doubtful.map(({ dose, others }) => [dose._id, others.map(({ _id }) => _id)])).toEqual([
      [(later as { doseId: string }).doseId, [doseId]],
    ]);
  });

  it("is refused by the limits that were entered, and written when it has happened all the same", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), {
      minGapMinutes: 240,
      maxCount: 4,
    });
    const first = await record(owner, planId, { givenAt: Date.now() - HOUR });
    if (first.outcome !== "written") throw new Error("refused");
    const refused = await give(caregiver, planId);
    expect(refused).toMatchObject({
      outcome: "refused",
      conflicts: [{ id: first.doseId, limit: "gap", by: "Olga Owner" }],
    });
    // What has happened needs each dose that it goes against.
    expect((await record(caregiver, planId)).outcome).toBe("refused");
    const second = await record(caregiver, planId, {
      acknowledged: [first.doseId],
      why: "The clinic said so",
    });
    if (second.outcome !== "written") throw new Error("refused");
    // One that came meanwhile isn't covered by what was seen before.
    expect(await record(owner, planId, { acknowledged: [first.doseId] })).toMatchObject({
      outcome: "refused",
      conflicts: [{ id: first.doseId }, { id: second.doseId }],
    });
    const { doses, lately } = await day(caregiver, diaryId);
    expect(doses.find(({ _id }) => _id === second.doseId)).toMatchObject({
      against: [first.doseId],
      givenBy: "Clara Caregiver",
    });
    expect(lately.find((each) => each.planId === planId)!.doses).toHaveLength(2);
  });

  it("of more than the greatest amount is against the limit by itself", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), { maxAmount: 1.5 });
    const large = given(planId, { amount: 2 });
    expect(await owner.http.mutation(api.doses.giveDose, large)).toMatchObject({
      conflicts: [{ id: large.entryId, limit: "amount" }],
    });
    const said = { ...large, acknowledged: [large.entryId] };
    expect(await owner.http.mutation(api.doses.recordDose, said)).toMatchObject({ outcome: "written" });
  });
});

describe("a phone", () => {
  it("sends an entry twice and it is written once", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), { minGapMinutes: 60 });
    const args = given(planId);
    const first = await owner.http.mutation(api.doses.giveDose, args);
    expect(await owner.http.mutation(api.doses.giveDose, args)).toEqual(first);
    expect(await sql("select 1 from doses where plan_id = $1", [planId])).toHaveLength(1);
  });

  it("whose clock is forty minutes wrong gives the dose now", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2));
    const wrong = Date.now() + 40 * MINUTE;
    await give(owner, planId, { givenAt: wrong, sentAt: wrong });
    const [dose] = (await day(owner, diaryId)).doses;
    expect(Math.abs(dose!.givenAt! - Date.now())).toBeLessThan(MINUTE);
  });

  it("that was offline for three hours keeps its dose as an extra one of another's: given twice?", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    // It may be given four hours before its time.
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow(), { lateAfterMinutes: 240 });
    const { slot } = await slotOf(owner, diaryId, planId);
    const first = await give(owner, planId, { slot });
    const late = await give(caregiver, planId, { slot, givenAt: Date.now() - 3 * HOUR });
    expect(late).toMatchObject({ outcome: "written", isExtra: true });
    const { doses } = await day(owner, diaryId);
    const extra = doses.find(({ extraOf }) => extraOf !== null)!;
    expect(extra).toMatchObject({
      extraOf: (first as { doseId: string }).doseId,
      against: [(first as { doseId: string }).doseId],
    });
    // Either can say that it was the same tablet.
    await owner.http.mutation(api.doses.withdrawDose, {
      entryId: randomUUID(),
      doseId: extra._id,
      revision: extra.revision,
      reason: "same_dose",
    });
    expect(
      (await day(owner, diaryId)).doses
        .filter(({ state }) => state === "given")
        .map(({ extraOf }) => extraOf),
    ).toEqual([null]);
  });

  it("can't give a dose in the future, and needs a reason after more than a week", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2));
    await expect(give(owner, planId, { givenAt: Date.now() + HOUR })).rejects.toThrow(/in the future/);
    await expect(record(owner, planId, { givenAt: Date.now() - 8 * DAY })).rejects.toThrow(/Say why/);
    const late = { givenAt: Date.now() - 8 * DAY, why: "Found on the paper list" };
    expect((await record(owner, planId, late)).outcome).toBe("written");
  });
});

describe("a planned dose", () => {
  it("that was refused can be given later; both are in its history", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const { slot } = await slotOf(owner, diaryId, planId);
    const skip = (reason: "refused" | "other", note = "") =>
      skipDose(caregiver, planId, slot, { reason, note });
    await expect(skip("other")).rejects.toThrow(/Say why/);
    const refused = await skip("refused", "Spat it out");
    const written = await give(owner, planId, { slot, note: "With jam" });
    expect(written).toMatchObject({ doseId: (refused as { doseId: string }).doseId, isExtra: false });
    const entries = await owner.http.query(api.doses.listDoseEntries, {
      doseId: (written as { doseId: string }).doseId,
    });
    expect(entries!.map(({ kind, by, note }) => [kind, by, note])).toEqual([
      ["not_given", "Clara Caregiver", "Spat it out"],
      ["given", "Olga Owner", "With jam"],
    ]);
    // It can't be said any more that it wasn't given.
    expect(await skip("refused")).toMatchObject({ outcome: "refused", conflicts: [{ limit: "slot" }] });
  });

  it("is corrected and withdrawn by its recorder and by coordinators, and nothing is lost", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const { slot } = await slotOf(owner, diaryId, planId);
    const { doseId } = (await give(owner, planId, { slot })) as { doseId: string };
    const correction = {
      doseId,
      revision: 1,
      amount: 0.5,
      givenAt: Date.now() - 10 * MINUTE,
      why: "Half of it fell down",
    };
    const correct = (person: TestPerson, change = {}) =>
      person.http.mutation(api.doses.correctDose, { ...correction, ...change, entryId: randomUUID() });
    await expect(correct(caregiver)).rejects.toThrow(/Access denied/);
    expect(await correct(owner)).toMatchObject({ outcome: "written" });
    await expect(correct(owner)).rejects.toThrow(/changed meanwhile/);
    const withdraw = (reason: "mistake" | "other") =>
      owner.http.mutation(api.doses.withdrawDose, { entryId: randomUUID(), doseId, revision: 2, reason });
    await expect(withdraw("other")).rejects.toThrow(/Say why/);
    await withdraw("mistake");
    const entries = await owner.http.query(api.doses.listDoseEntries, { doseId });
    expect(entries!.map(({ kind, values, why }) => [kind, values.amount, values.state, why])).toEqual([
      ["given", 1, "given", ""],
      ["corrected", 0.5, "given", "Half of it fell down"],
      ["withdrawn", 0.5, "withdrawn", ""],
    ]);
    // The planned dose is open again.
    expect(await give(caregiver, planId, { slot })).toMatchObject({ outcome: "written", isExtra: false });
  });

  it("is corrected as to who gave it, and the history names everyone", async () => {
    const { owner, caregiver, viewer, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const { slot } = await slotOf(owner, diaryId, planId);
    const { doseId } = (await give(caregiver, planId, { slot })) as { doseId: string };
    const read = async () => (await owner.http.query(api.doses.getDose, { doseId }))!.dose;
    const before = await read();
    let revision = 1;
    const correct = async (change: object) => {
      const { givenAt, note } = before;
      const same = {
        doseId,
        entryId: randomUUID(),
        revision,
        amount: 1,
        givenAt: givenAt!,
        note,
        why: "It was her",
      };
      const answer = await caregiver.http.mutation(api.doses.correctDose, { ...same, ...change });
      revision++;
      return answer;
    };
    expect(await correct({ givenBy: owner.userId })).toMatchObject({ outcome: "written" });
    expect(await read()).toMatchObject({ givenById: owner.userId, givenBy: "Olga Owner" });
    // Without a giver the one who was written stays.
    await correct({ amount: 0.5 });
    expect(await read()).toMatchObject({ givenById: owner.userId, amount: 0.5 });
    await correct({ givenByName: "Mrs Weber next door", amount: 1 });
    expect(await read()).toMatchObject({ givenById: null, givenBy: "Mrs Weber next door" });
    await correct({ givenBy: caregiver.userId });
    expect(await read()).toMatchObject({ givenById: caregiver.userId, recordedById: caregiver.userId });
    await expect(correct({ givenBy: randomUUID() })).rejects.toThrow(/Choose a member/);
    const entries = await viewer.http.query(api.doses.listDoseEntries, { doseId });
    expect(entries).toBeNull();
    const history = await owner.http.query(api.doses.listDoseEntries, { doseId });
    expect(history!.map(({ giver }) => giver)).toEqual([
      before.givenBy,
      "Olga Owner",
      "Olga Owner",
      "Mrs Weber next door",
      before.givenBy,
    ]);
  });

  it("isn't one that the plan doesn't have", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    for (const slot of ["2026-01-01T08:00[UTC]", "nonsense", "2026-99-99T08:00[UTC]"])
      await expect(give(owner, planId, { slot })).rejects.toThrow(/isn't planned any more/);
  });

  it("so many hours after the last one moves with it", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", { kind: "afterLast", hours: 6, amount: 1 });
    const first = await slotOf(owner, diaryId, planId);
    const { givenAt } = given(planId);
    await give(owner, planId, { slot: first.slot, givenAt });
    const next = await slotOf(owner, diaryId, planId);
    expect(Math.abs(next.dueAt - (givenAt + 6 * HOUR))).toBeLessThan(MINUTE);
  });
});

describe("a plan", () => {
  it("changes from now on; the second of two concurrent changes is refused", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const { slot } = await slotOf(owner, diaryId, planId);
    await give(owner, planId, { slot });
    const { doseUnit: _, ...fields } = { ...planFields(whenNeeded(1, 2)), maxCount: 2 };
    const said = { reason: "Letter of 3 May", saidBy: "Dr Lee" };
    const change = { planId, baseVersion: 1, leavesOut: true, ...said, ...fields };
    await owner.http.mutation(api.plans.changePlan, change);
    await expect(owner.http.mutation(api.plans.changePlan, change)).rejects.toThrow(/changed meanwhile/);
    const versions = await owner.http.query(api.plans.listPlanVersions, { planId });
    expect(
      versions!.map(({ version, maxCount, saidBy, reason }) => [version, maxCount, saidBy, reason]),
    ).toEqual([
      [2, 2, "Dr Lee", "Letter of 3 May"],
      [1, null, "", ""],
    ]);
    const { doses, slots } = await day(owner, diaryId);
    expect(slots.filter((each) => each.planId === planId)).toEqual([]);
    expect(doses).toMatchObject([{ version: 1, state: "given" }]);
    await owner.http.mutation(api.plans.endPlan, { planId });
    expect((await owner.http.query(api.plans.listPlans, { diaryId }))[0]!.endedAt).not.toBeNull();
  });

  it("of an encrypted list is encrypted, with its words and notes", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), {
      isEncrypted: true,
      instructions: "With a glass of water",
    });
    const { doseId } = (await give(caregiver, planId, { note: "Was in pain" })) as { doseId: string };
    const stored = JSON.stringify([
      await sql(
        "select facts, words from medication_plans p join medication_plan_versions v on v.plan_id = p.id where p.id = $1",
        [planId],
      ),
      await sql(
        "select d.words, e.words as entry from doses d join dose_entries e on e.dose_id = d.id where d.id = $1",
        [doseId],
      ),
    ]);
    for (const text of ["ramipril", "glass of water", "in pain"]) expect(stored).not.toContain(text);
    const { plans, doses } = await day(caregiver, diaryId);
    expect(plans[0]).toMatchObject({
      name: "ramipril",
      isEncrypted: true,
      current: { instructions: "With a glass of water" },
    });
    expect(doses[0]!.note).toBe("Was in pain");
  });

  it("of the team is hidden from viewers, with its doses; nobody but coordinators writes plans", async () => {
    const { owner, caregiver, viewer, diaryId } = await careTeam(service);
    const team = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), {
      facts: { name: "of the team" },
    });
    const shared = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), {
      visibility: "extended",
      facts: { name: "for all" },
    });
    await give(caregiver, team);
    const { doseId } = (await give(caregiver, shared)) as { doseId: string };
    const seen = await day(viewer, diaryId);
    expect(seen.plans.map(({ name }) => name)).toEqual(["for all"]);
    expect(seen.doses.map(({ _id }) => _id)).toEqual([doseId]);
    expect(await viewer.http.query(api.plans.listPlanVersions, { planId: team })).toBeNull();
    await expect(give(viewer, shared)).rejects.toThrow(/Access denied/);
    await expect(give(viewer, team)).rejects.toThrow(/isn't there any more/);
    await expect(planOf(caregiver, diaryId, "ramipril", whenNeeded(1, 2))).rejects.toThrow(/Access denied/);
  });

  it("with amounts or times that can't be is refused in words", async () => {
    const { owner, diaryId } = await careTeam(service);
    const time = (at: string, amount: number): Schedule => ({
      kind: "clock",
      times: [{ at, amount }],
      days: { everyDays: 1 },
    });
    await expect(planOf(owner, diaryId, "ramipril", time("25:00", 1))).rejects.toThrow(
      /a time such as 08:00/,
    );
    await expect(planOf(owner, diaryId, "ramipril", time("08:00", 0.001))).rejects.toThrow(
      /at most 2 decimals/,
    );
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2));
    await expect(give(owner, planId, { amount: 0.0001 })).rejects.toThrow(/at most 2 decimals/);
    await owner.http.mutation(api.plans.endPlan, { planId });
    await expect(give(owner, planId)).rejects.toThrow(/has ended/);
    // What has happened is written all the same.
    expect(await record(owner, planId)).toMatchObject({ outcome: "written" });
    await expect(
      planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), { lastDay: "2020-01-01" }),
    ).rejects.toThrow(/before the first/);
    const twice = time("08:00", 1) as Extract<Schedule, { kind: "clock" }>;
    await expect(
      planOf(owner, diaryId, "ramipril", { ...twice, times: [...twice.times, ...twice.times] }),
    ).rejects.toThrow(/may stand once/);
  });
});
