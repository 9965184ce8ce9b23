import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { beginAt } from "../../../test/moment.ts";
import {
  addMember,
  api,
  careTeam,
  createNotebook,
  createPerson,
  type TestPerson,
} from "../../../test/people.ts";
import { beganDaysAgo, clockIn, everyDayAt, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const due = (person: TestPerson, at = Date.now()) => person.http.query(api.doses.listDue, { at });
const toReview = (person: TestPerson, diaryId: string) =>
  person.http.query(api.doses.listToReview, { diaryId });
const give = async (person: TestPerson, planId: string, overrides: object = {}) => {
  const outcome = await person.http.mutation(api.doses.giveDose, {
    entryId: randomUUID(),
    planId,
    slot: null,
    amount: 1,
    givenAt: Date.now(),
    sentAt: Date.now(),
    ...overrides,
  });
  if (outcome.outcome !== "written") throw new Error(JSON.stringify(outcome));
  return outcome.doseId;
};
const kinds = async (person: TestPerson, doseId: string) =>
  (await person.http.query(api.doses.listDoseEntries, { doseId }))!.map(({ kind, why }) => [kind, why]);

it("leaves out more doses than a page shows, and reports that there are more", async () => {
  const { owner, diaryId } = await careTeam(service);
  const planId = await planOf(owner, diaryId, "ibuprofen", whenNeeded());
  const day = toDayInZone(Date.now(), "UTC");
  const read = () => owner.http.query(api.doses.listDoses, { diaryId, fromDay: day, toDay: day });
  // All in one text: without the guard, which would compare each of them with all others.
  const add = (count: number) =>
    service.database.pool.query(
      `alter table doses disable trigger guard_dose;
       insert into doses (id, diary_id, plan_id, plan_version, state, amount, given_at, given_by, recorded_by)
       select gen_random_uuid(), '${diaryId}', '${planId}', 1, 'given', 1, now() - make_interval(secs => 0.001 * n),
              '${owner.userId}', '${owner.userId}'
         from generate_series(1, ${count}) n;
       alter table doses enable trigger guard_dose`,
    );
  await add(2999);
  expect(await read()).toMatchObject({ isComplete: true, doses: { length: 2999 } });
  await add(2);
  expect(await read()).toMatchObject({ isComplete: false, doses: { length: 3000 } });
});

describe("due doses", () => {
  it("is paused by a pause of its own notebook alone", async () => {
    const { owner, diaryId } = await careTeam(service);
    const others = await createNotebook(owner);
    await planOf(owner, diaryId, "ramipril", everyDayAt(clockIn(2)));
    await planOf(owner, others, "insulin", everyDayAt(clockIn(2)));
    const pause = { kind: "hospital" as const, planIds: null, fromAt: Date.now() - HOUR, untilAt: null };
    await owner.http.mutation(api.pauses.startPause, { diaryId, ...pause });
    expect((await due(owner)).map(({ name }) => name)).toEqual(["insulin"]);
  });

  it("of all notebooks in which the caller gives: due and late ones, not later ones or those given long ago", async () => {
    const { owner, caregiver, viewer, diaryId } = await careTeam(service);
    const planId = await planOf(
      owner,
      diaryId,
      "ramipril",
      everyDayAt(clockIn(-90), clockIn(5), clockIn(300)),
      {
        facts: { strength: "5 mg" },
        instructions: "With water",
        lateUntilMinutes: 240,
      },
    );
    await beganDaysAgo(service.database.pool, planId, 2);
    await planOf(owner, diaryId, "ibuprofen", whenNeeded());
    const others = await createNotebook(owner);
    const secondPlan = await planOf(owner, others, "insulin", everyDayAt(clockIn(2)), { doseUnit: "unit" });
    const listed = await due(owner);
    expect(listed.map(({ name, diaryId: id }) => [name, id])).toEqual([
      ["ramipril", diaryId],
      ["insulin", others],
      ["ramipril", diaryId],
    ]);
    expect(listed[0]).toMatchObject({ strength: "5 mg", instructions: "With water", amount: 1, dose: null });
    expect((await due(caregiver)).map(({ name }) => name)).toEqual(["ramipril", "ramipril"]);
    expect(await due(viewer)).toEqual([]);
    // What was given stays for an hour, so that it can be undone.
    const doseId = await give(owner, secondPlan, { slot: listed[1]!.slot });
    expect((await due(owner)).find(({ name }) => name === "insulin")!.dose).toMatchObject({
      _id: doseId,
      givenById: owner.userId,
    });
    expect((await due(owner, Date.now() + 2 * HOUR)).map(({ name }) => name)).not.toContain("insulin");
    // Six hours later another one is due, and the first is too late.
    expect((await due(owner, Date.now() + 5 * HOUR)).filter(({ name }) => name === "ramipril")).toHaveLength(
      1,
    );
  });

  it("is nothing of an archived notebook, of an ended plan and in a pause", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const diaryId = await createNotebook(owner);
    const planId = await planOf(owner, diaryId, "ramipril", everyDayAt(clockIn(2)));
    expect(await due(owner)).toHaveLength(1);
    const { pool } = service.database;
    await pool.query(
      `insert into care_pauses (id, diary_id, kind, from_at, until_at, started_by, updated_by)
       values ($1, $2, 'hospital', now() - interval '1 hour', now() + interval '1 hour', $3, $3)`,
      [randomUUID(), diaryId, owner.userId],
    );
    expect(await due(owner)).toEqual([]);
    await pool.query("delete from care_pauses where diary_id = $1", [diaryId]);
    await owner.http.mutation(api.diaries.archiveDiary, { diaryId });
    expect(await due(owner)).toEqual([]);
    await owner.http.mutation(api.diaries.unarchiveDiary, { diaryId });
    expect(await due(owner)).toHaveLength(1);
    await owner.http.mutation(api.plans.endPlan, { planId });
    expect(await due(owner)).toEqual([]);
  });

  it("so many hours after the last dose follows it, and an encrypted plan is read", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const diaryId = await createNotebook(owner);
    const planId = await planOf(
      owner,
      diaryId,
      "levodopa",
      { kind: "afterLast", hours: 4, amount: 1 },
      { isEncrypted: true },
    );
    const [first] = await due(owner);
    expect(first).toMatchObject({ name: "levodopa", isLost: false });
    const doseId = await give(owner, planId, { slot: first!.slot });
    // Only what was given, so that it can be undone.
    expect((await due(owner)).map(({ dose }) => dose?._id)).toEqual([doseId]);
    expect(await due(owner, Date.now() + 4 * HOUR)).toHaveLength(1);
  });
});

describe("given twice?", () => {
  const twice = async () => {
    const team = await careTeam(service);
    const { owner, caregiver, diaryId } = team;
    const planId = await planOf(owner, diaryId, "ramipril", everyDayAt(clockIn(-60)), {
      sameDoseMinutes: 30,
    });
    await beganDaysAgo(service.database.pool, planId, 1);
    const slot = (await due(owner))[0]!.slot;
    const first = await give(owner, planId, { slot });
    const extra = await give(caregiver, planId, { slot, givenAt: Date.now() - 3 * MINUTE });
    return { ...team, planId, slot, first, extra };
  };

  it("is listed first with both entries until a member confirms that both were given", async () => {
    const { owner, caregiver, diaryId, first, extra } = await twice();
    const [shown] = await toReview(caregiver, diaryId);
    expect(shown).toMatchObject({
      name: "ramipril",
      dose: { _id: extra, givenBy: "Clara Caregiver" },
      others: [{ _id: first, givenBy: "Olga Owner" }],
    });
    const reviewed = { entryId: randomUUID(), doseId: extra, revision: 1 };
    await owner.http.mutation(api.doses.reviewDose, reviewed);
    // Sent twice, it is written once.
    await owner.http.mutation(api.doses.reviewDose, reviewed);
    expect(await toReview(caregiver, diaryId)).toEqual([]);
    expect(await kinds(caregiver, extra)).toEqual([
      ["given", ""],
      ["reviewed", ""],
    ]);
  });

  it("is asked again when the dose is corrected towards another one, not when only its note is", async () => {
    const { owner, diaryId, planId, extra } = await twice();
    await owner.http.mutation(api.doses.reviewDose, { entryId: randomUUID(), doseId: extra, revision: 1 });
    const correct = async (revision: number, givenAt: number, acknowledged: string[]) =>
      owner.http.mutation(api.doses.correctDose, {
        entryId: randomUUID(),
        doseId: extra,
        revision,
        amount: 1,
        givenAt,
        note: "With jam",
        why: "Forgot it",
        acknowledged,
      });
    expect(await correct(2, Date.now() - 4 * MINUTE, [])).toMatchObject({ outcome: "written" });
    expect(await toReview(owner, diaryId)).toEqual([]);
    const unplanned = {
      entryId: randomUUID(),
      planId,
      slot: null,
      amount: 1,
      givenAt: Date.now() - 2 * HOUR,
      sentAt: Date.now(),
    };
    const third = await owner.http.mutation(api.doses.recordDose, unplanned);
    if (third.outcome !== "refused") throw new Error("written without a question");
    // It wasn't planned: whoever writes it says yes to that.
    const doseId = third.conflicts[0]!.id;
    expect(third.conflicts).toMatchObject([{ id: unplanned.entryId, limit: "notDue" }]);
    const written = await owner.http.mutation(api.doses.recordDose, { ...unplanned, acknowledged: [doseId] });
    expect(written).toMatchObject({ outcome: "written", doseId });
    const towards = Date.now() - 2 * HOUR + 5 * MINUTE;
    expect(await correct(3, towards, [])).toMatchObject({
      conflicts: [{ limit: "slot" }, { id: doseId, limit: "sameDose" }],
    });
    expect(await correct(3, towards, [doseId])).toMatchObject({ outcome: "written" });
    expect((await toReview(owner, diaryId)).map(({ dose }) => dose._id)).toEqual([extra, doseId]);
  });

  it("is resolved when one of both is withdrawn: the other is current, and the planned dose isn't open again", async () => {
    const { owner, caregiver, diaryId, planId, slot, first, extra } = await twice();
    await owner.http.mutation(api.doses.withdrawDose, {
      entryId: randomUUID(),
      doseId: first,
      revision: 1,
      reason: "same_dose",
    });
    expect(await toReview(caregiver, diaryId)).toEqual([]);
    const { rows } = await service.database.pool.query("select extra_of, state from doses where id = $1", [
      extra,
    ]);
    expect(rows).toEqual([{ extra_of: null, state: "given" }]);
    expect((await due(owner)).find((each) => each.slot === slot)!.dose).toMatchObject({ _id: extra });
    await expect(give(owner, planId, { slot })).rejects.toThrow(/"limit":"slot"/);
    expect(await kinds(owner, extra)).toEqual([
      ["given", ""],
      ["noted", ""],
    ]);
  });
});

describe("later entries", () => {
  it("record whether a dose helped, with its time", async () => {
    const { owner, caregiver, viewer, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ibuprofen", whenNeeded(), { visibility: "extended" });
    const doseId = await give(caregiver, planId, { note: "Headache" });
    const follow = (person: TestPerson, helpedAt: number, revision = 1) =>
      person.http.mutation(api.doses.followUpDose, {
        entryId: randomUUID(),
        doseId,
        revision,
        helped: "partly",
        helpedAt,
        sentAt: Date.now(),
        note: "Slept an hour",
      });
    await expect(follow(viewer, Date.now())).rejects.toThrow(/Access denied/);
    await expect(follow(owner, Date.now() + HOUR)).rejects.toThrow(/in the future/);
    await expect(follow(owner, Date.now() - HOUR)).rejects.toThrow(/before it was given/);
    await follow(owner, Date.now());
    await expect(follow(owner, Date.now())).rejects.toThrow(/changed meanwhile/);
    const today = new Date().toISOString().slice(0, 10);
    const { doses } = await viewer.http.query(api.doses.listDoses, { diaryId, fromDay: today, toDay: today });
    expect(doses[0]).toMatchObject({ helped: "partly", note: "Headache", state: "given" });
    expect(await kinds(viewer, doseId)).toEqual([
      ["given", ""],
      ["followed_up", "Slept an hour"],
    ]);
  });

  it("a refusal that waited for the network is noted with its own time, and doesn't undo a dose given since", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", everyDayAt(clockIn(2)));
    const slot = (await due(owner))[0]!.slot;
    const doseId = await give(owner, planId, { slot });
    const refusedAt = Date.now() - 50 * MINUTE;
    const skip = (saidAt: number) =>
      caregiver.http.mutation(api.doses.skipDose, {
        entryId: randomUUID(),
        planId,
        slot,
        reason: "refused",
        saidAt,
        sentAt: Date.now(),
      });
    expect(await skip(refusedAt)).toMatchObject({ outcome: "written", doseId });
    const entries = await owner.http.query(api.doses.listDoseEntries, { doseId });
    expect(entries!.map(({ kind, why, values }) => [kind, why, values.state])).toEqual([
      ["given", "", "given"],
      ["not_given", "", "given"],
    ]);
    expect(entries![1]!.values.reason).toBe("refused");
    expect(Math.abs(entries![1]!.values.saidAt! - refusedAt)).toBeLessThan(MINUTE);
    // One that is said now is refused as before.
    expect(await skip(Date.now())).toMatchObject({ outcome: "refused", conflicts: [{ limit: "slot" }] });
  });
});

describe("people", () => {
  it("who join a notebook see its due doses at once, and none after they leave", async () => {
    const { owner, outsider, diaryId } = await careTeam(service);
    await planOf(owner, diaryId, "ramipril", everyDayAt(clockIn(2)));
    expect(await due(outsider)).toEqual([]);
    await addMember(service, diaryId, outsider, "member");
    expect(await due(outsider)).toHaveLength(1);
    await service.database.pool.query("delete from members where user_id = $1", [outsider.userId]);
    expect(await due(outsider)).toEqual([]);
  });
});
