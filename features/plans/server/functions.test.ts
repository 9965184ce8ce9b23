import type { FunctionArgs } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../../lib/dates/time.ts";
import { toClockInZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, createMedicationList, type TestPerson } from "../../../test/people.ts";
import type { Service } from "../../../test/service.ts";
import { PLAN_MESSAGES } from "../rules/limits.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

type Args = FunctionArgs<typeof api.plans.createPlan>;

const version = {
  schedule: { kind: "clock" as const, times: [{ at: "08:00", amount: 1 }], days: { everyDays: 1 } },
  firstDay: toDayInZone(Date.now(), "UTC"),
  lastDay: null,
  minGapMinutes: null,
  maxCount: null,
  maxAmount: null,
  windowHours: 24,
  sameDoseMinutes: null,
  lateAfterMinutes: 60,
  lateUntilMinutes: 240,
};

const create = ({ http }: TestPerson, diaryId: string, name: string, more: Partial<Args> = {}) =>
  http.mutation(api.plans.createPlan, {
    diaryId,
    facts: { name, strength: "5 mg" },
    doseUnit: "tablet",
    ...version,
    ...more,
  });
const change = ({ http }: TestPerson, planId: string, baseVersion: number, more: object = {}) =>
  http.mutation(api.plans.changePlan, {
    planId,
    baseVersion,
    reason: "The clinic said so",
    ...version,
    ...more,
  });
const plan = async ({ http }: TestPerson, planId: string) =>
  (await http.query(api.plans.getPlan, { planId }))!;
const compare = ({ http }: TestPerson, diaryId: string) => http.query(api.plans.compareList, { diaryId });
const versionsOf = ({ http }: TestPerson, planId: string) =>
  http.query(api.plans.listPlanVersions, { planId });

describe("a plan", () => {
  it("keeps meals with each version, and records why it ended and by whom", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "ramipril", { mealRelation: "before", mealMinutes: 30 });
    await change(owner, planId, 1, { mealRelation: "with" });
    const versions = await versionsOf(owner, planId);
    expect(versions!.map(({ mealRelation, mealMinutes }) => [mealRelation, mealMinutes])).toEqual([
      ["with", null],
      ["before", 30],
    ]);
    await expect(change(owner, planId, 2, { mealRelation: "with", mealMinutes: 30 })).rejects.toThrow(
      "Minutes belong to before or after a meal",
    );
    await owner.http.mutation(api.plans.endPlan, { planId, reason: "Stopped by Dr Lee" });
    expect(await plan(owner, planId)).toMatchObject({
      endedBy: "Olga Owner",
      plan: { endedReason: "Stopped by Dr Lee", endedAt: expect.any(Number) },
    });
    await expect(owner.http.mutation(api.plans.endPlan, { planId })).rejects.toThrow(
      writeMessage(PLAN_MESSAGES.ended),
    );
  });

  it("of two changes at once the second is refused, in words", async () => {
    const { owner, admin, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "ramipril");
    const outcomes = await Promise.allSettled([change(owner, planId, 1), change(admin, planId, 1)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason.data.message).toBe(writeMessage(PLAN_MESSAGES.changed));
    expect(await versionsOf(owner, planId)).toHaveLength(2);
  });

  it("in words only needs the words", async () => {
    const { owner, diaryId } = await careTeam(service);
    await expect(create(owner, diaryId, "x", { schedule: { kind: "freeText" } })).rejects.toThrow(
      "Write how it is given",
    );
  });
});

describe("a correction", () => {
  const facts = { name: "ramipril", strength: "10 mg", form: "", route: "", prescriber: "", notes: "" };
  const correct = ({ http }: TestPerson, planId: string, baseRevision: number, more: object = {}) =>
    http.mutation(api.plans.correctPlan, {
      planId,
      baseRevision,
      facts,
      visibility: "team",
      reason: "Mistyped",
      ...more,
    });

  it("keeps the earlier values, and changes no due dose", async () => {
    const { owner, admin, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "ramirpil");
    await correct(admin, planId, 0);
    await correct(owner, planId, 1, { visibility: "extended" });
    const { plan: shown, corrections } = await plan(owner, planId);
    expect(shown).toMatchObject({
      name: "ramipril",
      strength: "10 mg",
      visibility: "extended",
      current: { version: 1 },
    });
    expect(corrections).toMatchObject([
      { former: { name: "ramipril", strength: "10 mg", visibility: "team" }, by: "Olga Owner" },
      {
        former: { name: "ramirpil", strength: "5 mg", visibility: "team" },
        by: "Adam Admin",
        reason: "Mistyped",
      },
    ]);
    await expect(correct(owner, planId, 1)).rejects.toThrow(writeMessage(PLAN_MESSAGES.changed));
    await expect(correct(owner, planId, 2, { visibility: "extended" })).rejects.toThrow(
      writeMessage(PLAN_MESSAGES.unchanged),
    );
    const [{ count }] = await sql(
      "select count(*) from audit_events where target_id = $1 and event_type = 'plan.corrected'",
      [planId],
    );
    expect(Number(count)).toBe(2);
    for (const text of [
      "update medication_plan_corrections set corrected_at = now()",
      "delete from medication_plan_corrections",
    ])
      await expect(sql(`${text} where plan_id = $1`, [planId])).rejects.toThrow("only grows");
  });

  it("of an encrypted plan is encrypted, like the reason of its end", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "secretamol", { isEncrypted: true });
    await correct(owner, planId, 0, { reason: "secret reason" });
    await owner.http.mutation(api.plans.endPlan, { planId, reason: "secret end" });
    const rows = await sql(
      `select p::text as plan, c::text as correction, v::text as version from medication_plans p
         join medication_plan_corrections c on c.plan_id = p.id join medication_plan_versions v on v.plan_id = p.id
        where p.id = $1`,
      [planId],
    );
    expect(JSON.stringify(rows)).not.toMatch(/secret|ramipril/);
    expect(await plan(owner, planId)).toMatchObject({
      plan: { name: "ramipril", endedReason: "secret end" },
      corrections: [{ former: { name: "secretamol" }, reason: "secret reason" }],
    });
  });
});

describe("who writes plans", () => {
  it("is the owner, admins, and caregivers from the moment on in which the notebook lets them", async () => {
    const { owner, caregiver, viewer, diaryId } = await careTeam(service);
    const mayOf = async ({ http }: TestPerson) => {
      const notebook = await http.query(api.diaries.getDiary, { diaryId });
      return notebook!.permissions.includes("plans.edit");
    };
    expect([await mayOf(owner), await mayOf(caregiver), await mayOf(viewer)]).toEqual([true, false, false]);
    await expect(create(caregiver, diaryId, "ramipril")).rejects.toThrow("Access denied");
    const allow = (isAllowed: boolean, by = owner) =>
      by.http.mutation(api.plans.setCaregiversEdit, { diaryId, isAllowed });
    await expect(allow(true, caregiver)).rejects.toThrow("Access denied");
    await allow(true);
    expect([await mayOf(owner), await mayOf(caregiver), await mayOf(viewer)]).toEqual([true, true, false]);
    const planId = await create(caregiver, diaryId, "ramipril");
    await expect(create(viewer, diaryId, "ramipril")).rejects.toThrow("Access denied");
    await allow(false);
    await expect(change(caregiver, planId, 1)).rejects.toThrow("Access denied");
  });
});

describe("the list and the plans", () => {
  it("are compared by name, and a private list is compared for its author alone", async () => {
    const { owner, caregiver, viewer, diaryId } = await careTeam(service);
    expect(await compare(owner, diaryId)).toBeNull();
    const rows = [{ genericName: "ramipril", dosage: "10 mg" }, { genericName: "ibuprofen" }];
    await create(owner, diaryId, "Ramipril", { visibility: "extended" });
    await create(owner, diaryId, "ibuprofen");
    await create(owner, diaryId, "morphine");
    const noteDate = Date.now();
    await createMedicationList(owner, diaryId, rows, { visibility: "extended", noteDate });
    expect((await compare(caregiver, diaryId))!.differences).toMatchObject([
      { kind: "differs", name: "ramipril", list: "10 mg", plan: "5 mg" },
      { kind: "noRow", name: "morphine" },
    ]);
    // A viewer doesn't see all plans: what is missing in theirs may be there.
    const seen = (await compare(viewer, diaryId))!.differences;
    expect(seen.map(({ kind, name }) => [kind, name])).toEqual([["differs", "ramipril"]]);
    await createMedicationList(caregiver, diaryId, [{ genericName: "ramipril", dosage: "5 mg" }], {
      visibility: "private",
      noteDate,
    });
    expect((await compare(caregiver, diaryId))!.list.visibility).toBe("private");
    expect((await compare(owner, diaryId))!.list.visibility).toBe("extended");
    // After a list for the team the viewer's one isn't valid any more.
    await createMedicationList(owner, diaryId, [{ genericName: "secretamol" }], {
      visibility: "team",
      noteDate,
    });
    expect(await compare(viewer, diaryId)).toBeNull();
  });

  it("name the list that a plan was made from, also when it was deleted; never a private one", async () => {
    const { owner, viewer, diaryId } = await careTeam(service);
    const noteId = await createMedicationList(owner, diaryId, [{ genericName: "ramipril" }], {
      visibility: "team",
    });
    const planId = await create(owner, diaryId, "ramipril", { sourceNoteId: noteId, visibility: "extended" });
    expect((await plan(owner, planId)).source).toMatchObject({ state: "there", list: { _id: noteId } });
    expect((await plan(viewer, planId)).source).toBeNull();
    await owner.http.mutation(api.notes.deleteNote, { noteId });
    expect((await plan(owner, planId)).source).toMatchObject({ state: "deleted" });
    await expect(create(owner, diaryId, "x", { sourceNoteId: noteId })).rejects.toThrow(
      writeMessage(PLAN_MESSAGES.noList),
    );

    const own = await createMedicationList(owner, diaryId, [{ genericName: "ramipril" }], {
      visibility: "private",
    });
    const quiet = await create(owner, diaryId, "ramipril", { sourceNoteId: own });
    expect(await plan(owner, quiet)).toMatchObject({ source: null, plan: { sourceNoteId: null } });
  });

  it("from an encrypted list makes an encrypted plan", async () => {
    const { owner, diaryId } = await careTeam(service);
    const sourceNoteId = await createMedicationList(owner, diaryId, [{ genericName: "ramipril" }], {
      isEncrypted: true,
    });
    const planId = await create(owner, diaryId, "ramipril", { sourceNoteId, isEncrypted: false });
    expect((await plan(owner, planId)).plan.isEncrypted).toBe(true);
  });
});

describe("the list of medications", () => {
  const latest = async ({ http }: TestPerson, diaryId: string) =>
    (await http.query(api.notes.latestMedications, { diaryId }))!;
  const countLists = async (diaryId: string) => {
    const found = await sql(
      "select count(*)::int as count from notes where diary_id = $1 and type = 'current-medications'",
      [diaryId],
    );
    return found[0]!.count as number;
  };

  it("is written from the plans, one note a day, and follows each change, correction and end", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "ramipril", {
      instructions: "With water",
      isEncrypted: true,
    });
    const first = await latest(caregiver, diaryId);
    expect(first).toMatchObject({
      isFromPlans: true,
      visibility: "team",
      version: 1,
      medications: [
        {
          genericName: "ramipril",
          dosage: "5 mg",
          timing: "1 tablet at 08:00, every day",
          notes: "With water",
        },
      ],
    });
    const times = [{ at: "08:00", amount: 2 }];
    await change(owner, planId, 1, {
      schedule: { kind: "clock", times, days: { everyDays: 1 } },
      instructions: "With milk",
    });
    expect((await latest(caregiver, diaryId)).medications).toMatchObject([
      { dosage: "2 tablets of 5 mg", notes: "With milk" },
    ]);
    await owner.http.mutation(api.plans.correctPlan, {
      planId,
      baseRevision: 0,
      facts: { name: "Ramipril AL", strength: "5 mg" },
      visibility: "team",
    });
    expect((await latest(caregiver, diaryId)).medications).toMatchObject([{ genericName: "Ramipril AL" }]);
    await create(owner, diaryId, "morphine");
    await owner.http.mutation(api.plans.endPlan, { planId, reason: "Stopped" });
    const last = await latest(caregiver, diaryId);
    expect(last).toMatchObject({ _id: first._id, version: 5, medications: [{ genericName: "morphine" }] });
    expect(await countLists(diaryId)).toBe(1);
    expect((await compare(owner, diaryId))!.differences).toEqual([]);
  });

  it("of another day is another note, and only the valid one is among the notes", async () => {
    const { owner, diaryId } = await careTeam(service);
    await create(owner, diaryId, "ramipril");
    await sql("update notes set note_day = note_day - 1 where diary_id = $1", [diaryId]);
    await create(owner, diaryId, "morphine");
    expect(await countLists(diaryId)).toBe(2);
    const { _id, medications } = await latest(owner, diaryId);
    expect(medications.map(({ genericName }) => genericName)).toEqual(["ramipril", "morphine"]);
    const listed = await owner.http.query(api.notes.listNotes, { diaryId });
    expect(listed.map((note) => note._id)).toEqual([_id]);
    const { page } = await owner.http.query(api.notes.pageMedications, {
      diaryId,
      paginationOpts: { numItems: 5, cursor: null },
    });
    expect(page.map(({ differences }) => differences?.shown.length ?? null)).toEqual([1, null]);
  });

  it("that was written by hand keeps its rows, and its differences stay questions until they are answered", async () => {
    const { owner, caregiver, viewer, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "ramipril");
    await createMedicationList(
      owner,
      diaryId,
      [
        { genericName: "ibuprofen", dosage: "400 mg" },
        { genericName: "ramipril", dosage: "10 mg", notes: "After breakfast" },
      ],
      { visibility: "extended", noteDate: Date.now() },
    );
    await create(owner, diaryId, "morphine");
    const written = await latest(owner, diaryId);
    expect(written).toMatchObject({
      visibility: "team",
      medications: [{ genericName: "ibuprofen" }, { dosage: "10 mg" }, { genericName: "morphine" }],
    });
    expect((await compare(owner, diaryId))!.differences.map(({ kind }) => kind)).toEqual([
      "noPlan",
      "differs",
    ]);
    // The viewer keeps the list before, and learns that there is a newer one.
    expect((await latest(viewer, diaryId)).newerList).toEqual({ isShared: false });
    await caregiver.http.mutation(api.plans.confirmPlan, { planId });
    expect((await latest(owner, diaryId)).medications[1]).toMatchObject({
      dosage: "5 mg",
      notes: "After breakfast",
    });
    expect((await compare(owner, diaryId))!.differences.map(({ kind }) => kind)).toEqual(["noPlan"]);
  });

  it("gets a plan that it lacks once a member confirms that it is still taken", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "ramipril");
    await createMedicationList(owner, diaryId, [{ genericName: "ibuprofen" }], {
      noteDate: Date.now(),
    });
    expect((await compare(owner, diaryId))!.differences.map(({ kind }) => kind)).toEqual(["noPlan", "noRow"]);
    await owner.http.mutation(api.plans.confirmPlan, { planId });
    const { medications } = await latest(owner, diaryId);
    expect(medications.map(({ genericName }) => genericName)).toEqual(["ibuprofen", "ramipril"]);
  });

  it("is neither news nor a notification: the change of the plan is", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    await create(owner, diaryId, "ramipril");
    const news = await caregiver.http.query(api.handover.getHandover, { diaryId, since: 0, at: Date.now() });
    expect([news.medicationLists.shown, news.notes.shown]).toEqual([[], []]);
    expect(
      await sql("select kind from notifications where diary_id = $1 and kind = 'note'", [diaryId]),
    ).toEqual([]);
    const { recentNotes } = await caregiver.http.query(api.home.getHomeRecent, {});
    expect(recentNotes).toEqual([]);
  });

  it("belongs to its author again after an edit by hand", async () => {
    const { owner, diaryId } = await careTeam(service);
    await create(owner, diaryId, "ramipril");
    const { _id: noteId, version, medications } = await latest(owner, diaryId);
    await owner.http.mutation(api.notes.updateNote, {
      noteId,
      baseVersion: version,
      title: "Her list",
      content: { type: "current-medications", data: { medications } },
      visibility: "team",
      noteDate: Date.now(),
    });
    expect(await latest(owner, diaryId)).toMatchObject({ isFromPlans: false, title: "Her list" });
  });

  it("is encrypted when a plan is", async () => {
    const { owner, diaryId } = await careTeam(service);
    await create(owner, diaryId, "ramipril");
    await create(owner, diaryId, "secretamol", { isEncrypted: true });
    const { _id, medications } = await latest(owner, diaryId);
    expect(medications).toMatchObject([{ genericName: "ramipril" }, { genericName: "secretamol" }]);
    expect(JSON.stringify(await sql("select n::text from notes n where id = $1", [_id]))).not.toContain(
      "secretamol",
    );
  });

  it("of a private author doesn't change the shared one", async () => {
    const { owner, admin, diaryId } = await careTeam(service);
    await create(owner, diaryId, "ramipril");
    await createMedicationList(owner, diaryId, [{ genericName: "mine" }], {
      visibility: "private",
      noteDate: Date.now(),
    });
    await create(admin, diaryId, "morphine");
    expect((await latest(admin, diaryId)).medications.map(({ genericName }) => genericName)).toEqual([
      "ramipril",
      "morphine",
    ]);
  });

  it("keeps both of two plans that are made at once", async () => {
    const { owner, admin, diaryId } = await careTeam(service);
    await Promise.all([create(owner, diaryId, "ramipril"), create(admin, diaryId, "morphine")]);
    const { medications } = await latest(owner, diaryId);
    expect(medications.map(({ genericName }) => genericName).sort()).toEqual(["morphine", "ramipril"]);
  });
});

describe("a new time zone of the notebook", () => {
  const move = ({ http }: TestPerson, diaryId: string, planIds: string[], more: object = {}) =>
    http.mutation(api.plans.movePlans, {
      diaryId,
      from: Date.now() + DAY,
      plans: planIds.map((planId) => ({ planId, version: 1 })),
      reason: "The journey",
      ...more,
    });

  it("leaves plans as they are until a member decides from when on its clock holds", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "secretamol", {
      isEncrypted: true,
      instructions: "With water",
      saidBy: "Dr Lee",
    });
    const other = await create(owner, diaryId, "morphine");
    await expect(move(owner, diaryId, [planId])).rejects.toThrow(writeMessage(PLAN_MESSAGES.moved));
    await sql("update diaries set time_zone = 'America/New_York' where id = $1", [diaryId]);
    await expect(move(owner, diaryId, [planId], { from: Date.now() - HOUR })).rejects.toThrow(
      writeMessage(PLAN_MESSAGES.past),
    );
    await expect(move(owner, diaryId, [planId], { from: Date.now() + 400 * DAY })).rejects.toThrow(
      writeMessage(PLAN_MESSAGES.far),
    );
    const from = Date.now() + DAY;
    await move(owner, diaryId, [planId, other], { from });
    expect(await versionsOf(owner, planId)).toMatchObject([
      {
        version: 2,
        timeZone: "America/New_York",
        effectiveFrom: from,
        instructions: "With water",
        saidBy: "Dr Lee",
        reason: "The journey",
      },
      { version: 1, timeZone: "UTC" },
    ]);
    // All or none: one of them has changed meanwhile.
    await sql("update diaries set time_zone = 'Asia/Kolkata' where id = $1", [diaryId]);
    const plans = [
      { planId, version: 2 },
      { planId: other, version: 1 },
    ];
    await expect(move(owner, diaryId, [], { plans })).rejects.toThrow(writeMessage(PLAN_MESSAGES.changed));
    expect(await versionsOf(owner, planId)).toHaveLength(2);
  });

  it("moves coming versions to the same local day, and equal ones once", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "secretamol", {
      isEncrypted: true,
      instructions: "With water",
    });
    const zone = (timeZone: string) =>
      sql("update diaries set time_zone = $2 where id = $1", [diaryId, timeZone]);
    const at = (version: number, from: number) =>
      move(owner, diaryId, [], { plans: [{ planId, version }], from });
    await zone("America/New_York");
    const monday = Math.floor(Date.now() / DAY) * DAY + 10 * DAY + 5 * HOUR;
    await at(1, monday);
    // The journey is another one: version 2 says the same as version 1, so it goes by the third clock at once.
    await zone("Asia/Kolkata");
    const sooner = monday - 5 * DAY;
    await at(2, sooner);
    expect(await versionsOf(owner, planId)).toMatchObject([
      { version: 3, timeZone: "Asia/Kolkata", effectiveFrom: sooner, instructions: "With water" },
      { version: 2, timeZone: "America/New_York", effectiveFrom: monday },
      { version: 1, timeZone: "UTC" },
    ]);
    // Another amount from a later day on, as another program may write it.
    await sql(
      `insert into medication_plan_versions
       select (jsonb_populate_record(v, jsonb_build_object('version', 4, 'effective_from', to_timestamp($2),
         'schedule', jsonb_set(v.schedule, '{times,0,amount}', '2')))).* from medication_plan_versions v
        where plan_id = $1 and version = 3`,
      [planId, sooner / 1000 + 3 * 86_400],
    );
    await zone("Europe/Berlin");
    await at(4, sooner + DAY);
    const [later, present] = (await versionsOf(owner, planId))!;
    expect(present).toMatchObject({
      version: 5,
      timeZone: "Europe/Berlin",
      effectiveFrom: sooner + DAY,
      schedule: { times: [{ amount: 1 }] },
    });
    expect(later).toMatchObject({
      version: 6,
      timeZone: "Europe/Berlin",
      schedule: { times: [{ amount: 2 }] },
    });
    const local = (moment: number, timeZone: string) =>
      `${toDayInZone(moment, timeZone)} ${toClockInZone(moment, timeZone)}`;
    expect(local(later!.effectiveFrom, "Europe/Berlin")).toBe(local(sooner + 3 * DAY, "Asia/Kolkata"));
  });

  it("doesn't keep a change waiting: it holds from now on and replaces the move that was to come", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "ramipril");
    await sql("update diaries set time_zone = 'America/New_York' where id = $1", [diaryId]);
    await move(owner, diaryId, [planId], { from: Date.now() + 5 * DAY });
    const began = Date.now();
    await owner.http.mutation(api.plans.changePlan, {
      planId,
      baseVersion: 2,
      ...version,
      schedule: { ...version.schedule, times: [{ at: "08:00", amount: 2 }] },
      reason: "Dr Lee, by telephone",
    });
    const [newest] = (await versionsOf(owner, planId))!;
    expect(newest!.effectiveFrom).toBeLessThanOrEqual(Date.now());
    expect(newest!.effectiveFrom).toBeGreaterThanOrEqual(began - 1000);
    expect(newest!.changedAt).toBe(newest!.effectiveFrom);
    const { slots } = await owner.http.query(api.doses.listDoses, {
      diaryId,
      fromDay: toDayInZone(Date.now() + DAY, "America/New_York"),
      toDay: toDayInZone(Date.now() + 7 * DAY, "America/New_York"),
    });
    expect(new Set(slots.map(({ amount }) => amount))).toEqual(new Set([2]));
  });

  it("keeps earlier doses, and has later ones by the new clock", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await create(owner, diaryId, "ramipril");
    await sql("update diaries set time_zone = 'Asia/Kolkata' where id = $1", [diaryId]);
    const from = Math.floor(Date.now() / DAY) * DAY + 2 * DAY;
    await move(owner, diaryId, [planId], { from });
    const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
    const { slots } = await owner.http.query(api.doses.listDoses, {
      diaryId,
      fromDay: day(from - DAY),
      toDay: day(from + DAY),
    });
    const zones = slots.map(({ slot, dueAt }) => [dueAt < from, /\[(.*)\]/.exec(slot)![1]]);
    expect(new Set(zones.map((pair) => pair.join(" ")))).toEqual(new Set(["true UTC", "false Asia/Kolkata"]));
  });
});
