import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR } from "../../../lib/dates/time.ts";
import { addDays, toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import { beginAt } from "../../../test/moment.ts";
import {
  addMember,
  api,
  careTeam,
  createComment,
  createMedicationList,
  createNote,
  createPerson,
  insertDiaryProgram,
  type TestPerson,
} from "../../../test/people.ts";
import { everyDayAt, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import { formatGiven } from "../client/plan-words.ts";

const startService = beginAt();

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let doctor: TestPerson;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await careTeam(service);
  doctor = await createPerson(service, "Dora Doctor");
  await addMember(service, team.diaryId, doctor, "clinician");
});

const visit = (who: TestPerson, at = NOON) =>
  who.http.query(api.visits.getVisit, { diaryId: team.diaryId, at });
const titles = ({ shown }: { shown: { title: string }[] }) => shown.map(({ title }) => title);
const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);

describe("visits.getVisit", () => {
  it("has the plans, and their given doses as facts", async () => {
    const { diaryId, owner, caregiver } = team;
    const planId = await planOf(owner, diaryId, "ramipril", everyDayAt("08:00"), {
      facts: { strength: "5 mg" },
    });
    const needed = await planOf(owner, diaryId, "ibuprofen", whenNeeded());
    const ended = await planOf(owner, diaryId, "ended", whenNeeded());
    await owner.http.mutation(api.plans.endPlan, { planId: ended });
    const today = toDayInZone(Date.now(), "UTC");
    const at = toMomentInZone(addDays(today, 6), 13 * HOUR, "UTC");
    const add = (slotDay: string, state: "given" | "not_given", reason: string | null) =>
      sql(
        `insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, reason, amount, given_at, recorded_by)
         values (gen_random_uuid(), $1, $2, 1, $3, $4, $5, $6, case when $5 = 'given' then 1 end,
                 case when $5 = 'given' then now() end, $7)`,
        [
          ...[diaryId, planId, `${slotDay}T08:00[UTC]`, new Date(toMomentInZone(slotDay, 8 * HOUR, "UTC"))],
          ...[state, reason, caregiver.userId],
        ],
      );
    await add(addDays(today, 2), "given", null);
    await add(addDays(today, 3), "not_given", "refused");
    await caregiver.http.mutation(api.doses.giveDose, {
      ...{ entryId: crypto.randomUUID(), planId: needed, slot: null, amount: 1 },
      ...{ givenAt: Date.now(), sentAt: Date.now() },
    });
    const pause = { diaryId, kind: "away" as const, planIds: [planId] };
    await owner.http.mutation(api.pauses.startPause, {
      ...pause,
      fromAt: toMomentInZone(addDays(today, 4), 0, "UTC"),
      untilAt: toMomentInZone(addDays(today, 5), 0, "UTC"),
    });
    for (const who of [owner, caregiver, doctor]) {
      const { plans } = await visit(who, at);
      // Of the days one was given, one refused, one paused; the others have no entry.
      expect(plans.map((plan) => [plan.name, plan.strength, formatGiven(plan)])).toEqual([
        [
          "ramipril",
          "5 mg",
          expect.stringMatching(/^given 1 of [56] due, 1 refused, [34] not recorded, 1 paused$/),
        ],
        ["ibuprofen", "", "given 1 time"],
      ]);
    }
  });

  it("is the same for owner, admin, caregiver and clinician, without anybody's private notes, and no viewer's", async () => {
    const { diaryId, owner, admin, caregiver, viewer, outsider } = team;
    await createNote(caregiver, diaryId, { title: "For the team", noteDate: NOON });
    await createNote(owner, diaryId, { title: "For everyone", visibility: "extended", noteDate: NOON - DAY });
    for (const someone of [owner, caregiver, doctor]) {
      await createNote(someone, diaryId, {
        title: "Secret",
        visibility: "private",
        tags: ["question"],
        noteDate: NOON,
      });
      await createMedicationList(someone, diaryId, [{ genericName: "Secret" }], {
        visibility: "private",
        noteDate: NOON + DAY,
      });
    }
    await createMedicationList(owner, diaryId, [{ genericName: "Ramipril" }], { noteDate: NOON - DAY });
    const shown = await visit(owner);
    expect(titles(shown.notes)).toEqual(["For the team", "For everyone"]);
    expect(shown.medications).toMatchObject({ rows: [{ genericName: "Ramipril" }] });
    expect(JSON.stringify(shown)).not.toContain("Secret");
    for (const who of [admin, caregiver, doctor]) expect(await visit(who)).toEqual(shown);
    for (const who of [viewer, outsider]) {
      await expect(visit(who)).rejects.toMatchObject({ data: { code: "access-denied" } });
    }
  });

  it("lists notes of the last 14 days, and questions of any day as long as they are tagged", async () => {
    const { diaryId, owner, caregiver } = team;
    const note = (title: string, daysAgo: number, tags: string[] = []) =>
      createNote(caregiver, diaryId, { title, noteDate: NOON - daysAgo * DAY, tags });
    await note("Too old", 14);
    await note("First day", 13);
    await note("Tomorrow", -1);
    const old = await note("Is the dose right?", 90, ["Question", "heart"]);
    await note("Does she need a frame?", 1, ["question"]);
    await createComment(owner, diaryId, old, { content: "She did once" });
    const before = await visit(doctor);
    expect(titles(before.notes)).toEqual(["First day"]);
    expect(titles(before.questions)).toEqual(["Does she need a frame?", "Is the dose right?"]);
    expect(before.questions.shown[1]).toMatchObject({ commentCount: 1, creatorName: "Clara Caregiver" });
    const { content, title, visibility, noteDay } = (await caregiver.http.query(api.notes.getNote, {
      noteId: old,
    }))!;
    await caregiver.http.mutation(api.notes.updateNote, {
      noteId: old,
      ...{ content, title, visibility, noteDay },
      tags: ["heart"],
    });
    expect(titles((await visit(doctor)).questions)).toEqual(["Does she need a frame?"]);
  });

  it("counts the tasks of programs that were due in these days by what became of them, and comments that the team sees", async () => {
    const { diaryId, owner, caregiver } = team;
    const programId = await insertProgram(null);
    const hidden = await insertProgram(
      await createNote(owner, diaryId, { visibility: "private", noteDate: NOON }),
    );
    const task = (id: string, noteId: string | null, status: string, daysAgo: number, count: number) =>
      sql(
        `insert into tasks (id, diary_id, note_id, title, status, completed_at, date_only, scheduled_day, due_day, linked_diary_program_id, activity_template_id, task_template_id, occurrence_at, created_by)
         select gen_random_uuid(), $1, $2, 'T', $3, case when $3 = 'completed' then now() end, true, $4::date, $4::date, $5, 'walk', gen_random_uuid(), now(), $6
           from generate_series(1, $7)`,
        [
          diaryId,
          noteId,
          status,
          new Date(NOON - daysAgo * DAY).toISOString().slice(0, 10),
          id,
          owner.userId,
          count,
        ],
      );
    await task(programId, null, "completed", 2, 3);
    await task(programId, null, "pending", 2, 2);
    await task(programId, null, "cancelled", 2, 4);
    await task(programId, null, "completed", 20, 5);
    await task(programId, null, "pending", -2, 6);
    const { rows } = await sql("select note_id from diary_programs where id = $1", [hidden]);
    await task(hidden, rows[0].note_id, "completed", 2, 7);
    const noteId = await createNote(caregiver, diaryId, { noteDate: NOON });
    await createComment(owner, diaryId, noteId);
    await createComment(owner, diaryId, noteId, { visibility: "private" });
    await createComment(owner, diaryId, rows[0].note_id);
    await createComment(owner, diaryId, programId, { targetType: "program" });
    await createComment(owner, diaryId, hidden, { targetType: "program" });
    await sql("update comments set created_at = $2 where diary_id = $1", [diaryId, new Date(NOON - DAY)]);
    const { programs, commentCount } = await visit(doctor);
    expect(programs).toEqual([{ programName: "After a stroke", done: 3, missed: 2 }]);
    expect(commentCount).toBe(2);
  });

  it("shows since when each medication is taken unchanged, and the changes of 30 days", async () => {
    const { diaryId, owner } = team;
    const list = (daysAgo: number, ...medications: { genericName: string; dosage: string }[]) =>
      createMedicationList(owner, diaryId, medications, {
        noteDate: NOON - daysAgo * DAY,
        isEncrypted: true,
      });
    const metformin = { genericName: "Metformin", dosage: "500 mg" };
    await list(60, { genericName: "Ramipril", dosage: "5 mg" }, metformin);
    await list(40, { genericName: "Ramipril", dosage: "7.5 mg" }, metformin);
    await list(5, { genericName: "Ramipril", dosage: "10 mg" }, metformin);
    const { medications } = await visit(doctor);
    expect(medications).toMatchObject({
      noteDay: "2026-11-15",
      creatorName: "Olga Owner",
      isLost: false,
      rows: [
        { genericName: "Ramipril", since: { day: "2026-11-15", orBefore: false } },
        { genericName: "Metformin", since: { day: "2026-09-21", orBefore: true } },
      ],
    });
    expect(medications!.changes).toEqual([
      {
        noteDay: "2026-11-15",
        creatorName: "Olga Owner",
        reason: "",
        differences: {
          shown: [{ kind: "dosage", name: "Ramipril", before: "7.5 mg", after: "10 mg" }],
          more: 0,
        },
      },
    ]);
  });

  it("is bounded, and reports that there is more", async () => {
    const { diaryId, owner } = team;
    for (let i = 0; i < 21; i++) await createNote(owner, diaryId, { title: `Note ${i}`, noteDate: NOON });
    const { notes, questions } = await visit(doctor);
    expect([notes.shown.length, notes.isCut]).toEqual([20, true]);
    expect([questions.shown.length, questions.isCut]).toEqual([0, false]);
  });
});

/** An activated program of the notebook; returns its id. */
const insertProgram = (noteId: string | null) =>
  insertDiaryProgram(service, team.diaryId, team.owner.userId, noteId);

describe("the list and the plans on the page for the visit", () => {
  it("are shown as different, and coming versions are with the plan", async () => {
    const { diaryId, owner } = team;
    const planId = await planOf(owner, diaryId, "ramipril", everyDayAt(["08:00", 0.5]), {
      facts: { strength: "5 mg" },
    });
    expect((await visit(doctor, Date.now())).differences).toEqual([]);
    await planOf(owner, diaryId, "metformin", everyDayAt("08:00"));
    const { plan } = (await owner.http.query(api.plans.getPlan, { planId }))!;
    const {
      version,
      effectiveFrom: _,
      timeZone: __,
      changedBy: ___,
      changedAt: ____,
      ...fields
    } = plan.current;
    const from = addDays(toDayInZone(Date.now(), "UTC"), 3);
    const schedule = everyDayAt("08:00");
    await owner.http.mutation(api.plans.changePlan, {
      ...fields,
      planId,
      baseVersion: version,
      from,
      schedule,
    });
    const rows = [
      { genericName: "Ramipril", dosage: "5 mg" },
      { genericName: "Ibuprofen", dosage: "400 mg" },
    ];
    await createMedicationList(owner, diaryId, rows, { noteDate: Date.now() });
    const { differences, plans } = await visit(doctor, Date.now());
    expect(differences).toEqual([
      { name: "Ramipril", list: "5 mg", plan: "0.5 tablet of 5 mg" },
      { name: "Ibuprofen", list: "400 mg", plan: null },
      { name: "metformin", list: null, plan: "1 tablet" },
    ]);
    expect(plans.find(({ _id }) => _id === planId)).toMatchObject({
      schedule: everyDayAt(["08:00", 0.5]),
      coming: [{ fromDay: from, schedule }],
    });
  });
});
