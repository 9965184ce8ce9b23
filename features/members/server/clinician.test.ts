import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  acceptAs,
  addMember,
  api,
  careTeam,
  createComment,
  createMedicationList,
  createNote,
  createPerson,
  invite,
  makeOpenLink,
  type TestPerson,
} from "../../../test/people.ts";
import { activateAs } from "../../../test/programs.ts";
import { type Service, startService } from "../../../test/service.ts";

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

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const DENIED = { data: { code: "access-denied", message: "Access denied" } };
const REFUSED = {
  data: {
    code: "invalid",
    message: "A clinician is assigned no tasks. Please choose somebody else",
    path: "assignedTo",
  },
};
const members = () => team.owner.http.query(api.members.listMembers, { diaryId: team.diaryId });
const give = async (
  whom: TestPerson,
  role: "admin" | "member" | "clinician" | "extended",
  by = team.owner,
) => {
  const { _id: memberId } = (await members()).find(({ userId }) => userId === whom.userId)!;
  await by.http.mutation(api.members.updateRole, { memberId, role });
};

describe("a clinician", () => {
  it("is invited by mail or link by owner and admin, and given and taken the role by both", async () => {
    const { diaryId, owner, admin, caregiver } = team;
    const someone = await createPerson(service, "Ida Invitee");
    const { invitationId } = await invite(service, owner, diaryId, someone.email, { role: "clinician" });
    await acceptAs(someone, invitationId);
    const another = await createPerson(service, "Ivo Invitee");
    const link = await makeOpenLink(admin, diaryId, { role: "clinician", letsInAtOnce: true });
    await another.http.mutation(api.invitations.acceptInvitation, link);
    const roleOf = async ({ userId }: TestPerson) =>
      (await members()).find((one) => one.userId === userId)!.role;
    expect([await roleOf(someone), await roleOf(another)]).toEqual(["clinician", "clinician"]);
    await give(someone, "member", admin);
    await give(caregiver, "clinician", admin);
    expect([await roleOf(someone), await roleOf(caregiver)]).toEqual(["member", "clinician"]);
    await expect(give(caregiver, "member", doctor)).rejects.toMatchObject(DENIED);
  });

  it("reads the person's information, the team's notes and lists, and no private note of others", async () => {
    const { diaryId, owner } = team;
    await createNote(owner, diaryId, { title: "For the team" });
    await createNote(owner, diaryId, { title: "For myself", visibility: "private" });
    await createMedicationList(owner, diaryId, [{ genericName: "Ramipril" }]);
    const notebook = (await doctor.http.query(api.diaries.getDiary, { diaryId }))!;
    expect(notebook).toMatchObject({ userRole: "clinician", details: { allergies: [] } });
    const notes = await doctor.http.query(api.notes.listNotes, { diaryId });
    expect(notes.map(({ type }) => type).sort()).toEqual(["current-medications", "default"]);
    expect(JSON.stringify(notes)).not.toContain("For myself");
  });

  it("starts a program for others, pauses and deletes their own and nobody else's, and changes no task", async () => {
    const { diaryId, owner } = team;
    const diaryProgramId = await activateAs(doctor, diaryId);
    const [task] = await sql("select id, assigned_to from tasks where linked_diary_program_id = $1 limit 1", [
      diaryProgramId,
    ]);
    for (const change of [{ status: "completed" as const }, { title: "Mine" }, { assignedTo: owner.userId }])
      await expect(
        doctor.http.mutation(api.tasks.updateTask, { taskId: task.id, ...change }),
      ).rejects.toMatchObject(DENIED);
    expect(await doctor.http.query(api.programs.getDiaryProgram, { diaryProgramId })).toMatchObject({
      canManage: true,
    });
    await doctor.http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId });
    await doctor.http.mutation(api.programs.deleteDiaryProgram, { diaryProgramId });
    const ofOwner = await activateAs(owner, diaryId);
    await expect(
      doctor.http.mutation(api.programs.deleteDiaryProgram, { diaryProgramId: ofOwner }),
    ).rejects.toMatchObject(DENIED);
  });

  it("adds files to notes of their own, and to none of the family's", async () => {
    const { diaryId, owner } = team;
    const upload = (noteId: string) =>
      doctor.http.action(api.attachments.generateUploadUrl, {
        ...{ diaryId, noteId, filename: "letter.pdf", mimeType: "application/pdf", sizeBytes: 5 },
      });
    await upload(await createNote(doctor, diaryId));
    await expect(upload(await createNote(owner, diaryId))).rejects.toMatchObject(DENIED);
  });

  it("is mentioned as others are, and assigned nothing", async () => {
    const { diaryId, caregiver } = team;
    const noteId = await createNote(caregiver, diaryId);
    await createComment(caregiver, diaryId, noteId, { mentions: [doctor.userId] });
    await expect(
      caregiver.http.mutation(api.tasks.createTask, {
        diaryId,
        title: "Turn her",
        assignedTo: doctor.userId,
      }),
    ).rejects.toMatchObject(REFUSED);
    const byId = new Map((await members()).map((member) => [member.userId, member.canBeAssigned]));
    expect([byId.get(doctor.userId), byId.get(team.viewer.userId), byId.get(caregiver.userId)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe("what a clinician writes", () => {
  it("says so for good, whatever they or its editors become; what they wrote before doesn't", async () => {
    const { diaryId, owner, caregiver } = team;
    const before = await createNote(caregiver, diaryId, { title: "Before" });
    await give(caregiver, "clinician");
    const since = await createNote(caregiver, diaryId, { title: "Since" });
    await createMedicationList(caregiver, diaryId, [{ genericName: "Ramipril" }]);
    await createComment(caregiver, diaryId, before);
    await createComment(owner, diaryId, before);
    await give(caregiver, "member");
    await createComment(caregiver, diaryId, before);
    const marks = (await owner.http.query(api.notes.listNotes, { diaryId })).map((note) => [
      note.title,
      note.byClinician,
    ]);
    expect(new Map(marks as [string, true | undefined][])).toEqual(
      new Map([
        ["Current Medications - November 20, 2026", true],
        ["Since", true],
        ["Before", undefined],
      ]),
    );
    expect(await owner.http.query(api.notes.getNote, { noteId: since })).toMatchObject({ byClinician: true });
    expect(await owner.http.query(api.notes.latestMedications, { diaryId })).toMatchObject({
      byClinician: true,
    });
    const comments = await owner.http.query(api.comments.listComments, {
      targetType: "note",
      targetId: before,
    });
    expect(comments.map(({ byClinician }) => byClinician)).toEqual([true, undefined, undefined]);
  });
});

describe("a member with tasks who becomes a clinician", () => {
  it("loses the open ones and those to come, in this notebook alone; finished ones stay theirs", async () => {
    const { diaryId, owner, caregiver } = team;
    const create = (title: string, more: object = {}) =>
      owner.http.mutation(api.tasks.createTask, { diaryId, title, assignedTo: caregiver.userId, ...more });
    const done = await create("Done already");
    await caregiver.http.mutation(api.tasks.updateTask, { taskId: done, status: "completed" });
    await create("Open");
    await create("Every day", {
      scheduledDate: Date.now(),
      recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
    });
    const elsewhere = await careTeam(service);
    await addMember(service, elsewhere.diaryId, caregiver, "member");
    await elsewhere.owner.http.mutation(api.tasks.createTask, {
      diaryId: elsewhere.diaryId,
      title: "Elsewhere",
      assignedTo: caregiver.userId,
    });
    await activateAs(owner, diaryId, {
      selectedActivities: [{ activityId: "walk", isActivated: true, assignedTo: caregiver.userId }],
    });
    await give(caregiver, "clinician");
    const left = await sql("select title from tasks where assigned_to = $1 order by title", [
      caregiver.userId,
    ]);
    expect(left).toEqual([{ title: "Done already" }, { title: "Elsewhere" }]);
    const assigned = (table: string) =>
      sql(`select count(*)::int as n from ${table} where assigned_to = $1`, [caregiver.userId]);
    expect(await assigned("task_series")).toEqual([{ n: 0 }]);
    expect(await assigned("activity_activations")).toEqual([{ n: 0 }]);
  });

  it("loses none by becoming something else", async () => {
    const { diaryId, owner, caregiver } = team;
    await owner.http.mutation(api.tasks.createTask, { diaryId, title: "Open", assignedTo: caregiver.userId });
    await give(caregiver, "extended");
    expect(await sql("select title from tasks where assigned_to = $1", [caregiver.userId])).toHaveLength(1);
  });
});
