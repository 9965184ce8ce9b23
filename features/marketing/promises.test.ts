import { afterAll, beforeAll, expect, it } from "vitest";
import {
  acceptAs,
  addMember,
  api,
  createComment,
  createMedicationList,
  createNote,
  createNotebook,
  createPerson,
  invite,
  type TestPerson,
} from "../../test/people.ts";
import { activateAs } from "../../test/programs.ts";
import { type Service, startService } from "../../test/service.ts";
import { spec } from "../../test/spec.ts";

// The public pages' statements about notebooks (workspace 1), each tested.

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);

let service: Service;
let daughter: TestPerson;
let nurse: TestPerson;
let doctor: TestPerson;
let diaryId: string;
beforeAll(async () => {
  service = await startService();
  [daughter, nurse, doctor] = (await Promise.all(
    ["Anna Keller", "Petra Sommer", "Dr. Ida Roth"].map((name) => createPerson(service, name)),
  )) as [TestPerson, TestPerson, TestPerson];
  diaryId = await createNotebook(daughter, { fullName: "Rosa Blum" });
});
afterAll(() => service.close());

it("a notebook is about one person, who needs no account", {
  tags: spec("WORK-121 WORK-122"),
}, async () => {
  const notebook = await daughter.http.query(api.diaries.getDiary, { diaryId });
  expect(notebook!.details.fullName).toBe("Rosa Blum");
  const { rows } = await service.database.pool.query("select name from users where name like '%Blum%'");
  expect(rows).toEqual([]);
  const two = { region: "DE", personInfo: [{ fullName: "Rosa Blum" }, { fullName: "Emil Weber" }] };
  await expect(
    daughter.http.mutation(api.diaries.createDiaryWithPersonInfo, two as never),
  ).rejects.toMatchObject({ data: { path: "personInfo" } });
});

it("one person alone keeps notes, appointments, medications and symptoms", {
  tags: spec("WORK-129 WORK-130 WORK-131 WORK-132"),
}, async () => {
  const alone = await createNotebook(daughter, { fullName: "Anna Keller" });
  await createNote(daughter, alone, { title: "A good morning", noteDate: NOON - 2 * DAY });
  await createNote(daughter, alone, {
    title: "Dizzy after getting up",
    tags: ["symptom"],
    noteDate: NOON - DAY,
  });
  await createMedicationList(daughter, alone, [{ genericName: "Ramipril", dosage: "5 mg" }], {
    noteDate: NOON,
  });
  const appointment = { title: "Physiotherapy", scheduledDate: NOON + 3 * DAY };
  await daughter.http.mutation(api.tasks.createTask, { diaryId: alone, ...appointment });
  const notes = await daughter.http.query(api.notes.listNotes, { diaryId: alone });
  expect(notes.map(({ title, tags }) => [title, ...tags])).toEqual([
    ["Current Medications - November 20, 2026"],
    ["Dizzy after getting up", "symptom"],
    ["A good morning"],
  ]);
  const { tasks } = await daughter.http.query(api.tasks.listMyTasks, { filter: "all", diaryId: alone });
  expect(tasks).toMatchObject([appointment]);
});

it("a family and its nurse share one notebook with everything in it", async () => {
  await addMember(service, diaryId, nurse, "member");
  const { invitationId } = await invite(service, daughter, diaryId, doctor.email, { role: "clinician" });
  expect(
    await daughter.http.query(api.invitations.listDiaryInvitations, { diaryId }),
    "@WORK-127",
  ).toMatchObject([{ email: doctor.email, role: "clinician" }]);
  await acceptAs(doctor, invitationId);
  const members = await daughter.http.query(api.members.listMembers, { diaryId });
  expect(members.map(({ role }) => role).sort(), "@WORK-126").toEqual(["clinician", "member", "owner"]);

  const noteId = await createNote(nurse, diaryId, {
    title: "The wound is dry",
    visibility: "extended",
    noteDate: NOON,
  });
  expect(await daughter.http.query(api.notes.getNote, { noteId }), "@WORK-123 @WORK-133").toMatchObject({
    creatorName: "Petra Sommer",
  });
  await createComment(daughter, diaryId, noteId, {
    content: "@Petra Sommer thank you",
    mentions: [nurse.userId],
  });
  expect(
    await nurse.http.query(api.comments.listComments, { targetType: "note", targetId: noteId }),
    "@WORK-125 @WORK-135 @WORK-136",
  ).toMatchObject([{ creatorName: "Anna Keller", mentions: [nurse.userId] }]);

  const task = { diaryId, title: "Change the dressing", assignedTo: nurse.userId };
  await daughter.http.mutation(api.tasks.createTask, task);
  const { tasks } = await nurse.http.query(api.tasks.listMyTasks, { filter: "my-tasks", diaryId });
  expect(tasks, "@WORK-124 @WORK-134").toMatchObject([{ title: "Change the dressing" }]);

  await activateAs(nurse, diaryId);
  expect(await daughter.http.query(api.programs.listDiaryPrograms, { diaryId }), "@WORK-128").toMatchObject([
    { programName: "After a hip operation", status: "active" },
  ]);
});

it("an invited clinician reads the history in order, and doesn't see what is for the family alone", {
  tags: spec("WORK-137"),
}, async () => {
  await createNote(daughter, diaryId, {
    title: "Fell in the bath",
    visibility: "extended",
    noteDate: NOON - 9 * DAY,
  });
  await createNote(daughter, diaryId, {
    title: "How I feel about it",
    visibility: "private",
    noteDate: NOON - 5 * DAY,
  });
  await createMedicationList(nurse, diaryId, [{ genericName: "Metoprolol", dosage: "23.75 mg" }], {
    visibility: "extended",
    noteDate: NOON - 3 * DAY,
  });
  const history = await doctor.http.query(api.notes.listNotes, { diaryId });
  expect(history.map(({ title, noteDay }) => [title, noteDay])).toEqual([
    ["The wound is dry", "2026-11-20"],
    ["Current Medications - November 20, 2026", "2026-11-17"],
    ["Fell in the bath", "2026-11-11"],
  ]);
  expect(history[1]!.preview).toBe("Metoprolol 23.75 mg");
});
