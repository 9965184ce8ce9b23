import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addMember,
  api,
  careTeam,
  createComment,
  createNote,
  createNotebook,
  createPerson,
  insertDiaryProgram,
  type TestPerson,
} from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { spec } from "../../../../test/spec.ts";
import { statementsDuring } from "../../../../test/statements.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const recent = (person: TestPerson, limits: { notesLimit?: number; updatesLimit?: number } = {}) =>
  person.http.query(api.home.getHomeRecent, limits);
const taskOf = (person: TestPerson, diaryId: string, title: string, fields: object = {}) =>
  person.http.mutation(api.tasks.createTask, { diaryId, title, ...fields });
const complete = (person: TestPerson, taskId: string) =>
  person.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });

it("lists each kind of update, newest first, with its subject and author", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const noteId = await createNote(caregiver, diaryId, { title: "A quiet morning", visibility: "extended" });
  const sealed = await createNote(owner, diaryId, { title: "Only for the team", isEncrypted: true });
  const commentId = await createComment(caregiver, diaryId, sealed);
  await sql(
    `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by)
     values (gen_random_uuid(), $1, $2, 'letter.pdf', 'application/pdf', 1, $3)`,
    [diaryId, noteId, owner.userId],
  );
  const programId = await insertDiaryProgram(service, diaryId, caregiver.userId, noteId);
  // An unassigned task; the update names who completed it.
  const taskId = await taskOf(owner, diaryId, "Wash her hair", { noteId });
  await complete(caregiver, taskId);
  await taskOf(owner, diaryId, "Never done");
  const newcomer = await createPerson(service, "Nora Newcomer");
  await addMember(service, diaryId, newcomer, "member");
  const { recentNotes, recentUpdates } = await recent(owner);
  const [{ short_id }] = (await sql("select short_id from notes where id = $1", [noteId])) as [
    { short_id: string },
  ];
  expect(recentNotes, "@WORK-182 @WORK-188 @WORK-189 @WORK-190 @WORK-191 @WORK-192").toEqual([
    expect.objectContaining({ _id: sealed, title: "Only for the team", noteTypeIcon: "FileText" }),
    {
      _id: noteId,
      diaryId,
      diaryShortId: expect.stringMatching(/^[2-9a-z]{6}$/),
      diarySubject: "Rosa Blum",
      noteId,
      noteShortId: short_id,
      title: "A quiet morning",
      updatedAt: expect.any(Number),
      noteTypeIcon: "FileText",
    },
  ]);
  const summaries = recentUpdates.map(
    ({ type, title, actorName, isNew }) => `${type}: ${title} (${actorName})${isNew ? " new" : ""}`,
  );
  expect(summaries.slice(0, 7), "@WORK-182 @WORK-193 @WORK-195").toEqual([
    "member: Nora Newcomer (Nora Newcomer) new",
    "task: Wash her hair (Clara Caregiver) new",
    "program: After a stroke (Clara Caregiver) new",
    "attachment: letter.pdf (Olga Owner)",
    "comment: Only for the team (Clara Caregiver) new",
    "note: Only for the team (Olga Owner)",
    "note: A quiet morning (Clara Caregiver) new",
  ]);
  expect(
    recentUpdates.find(({ id }) => id === commentId),
    "@WORK-194",
  ).toMatchObject({ noteId: sealed, isByMe: false });
  expect(recentUpdates.find(({ id }) => id === programId)).toMatchObject({ noteId, noteShortId: short_id });
  const times = recentUpdates.map(({ updatedAt }) => updatedAt);
  expect(times, "@WORK-196").toEqual([...times].sort((a, b) => b - a));

  // Nothing is new once all was read; a change of the note makes it an update again.
  await owner.http.mutation(api.updates.markAllRead, { upTo: times[0]! });
  expect((await recent(owner)).recentUpdates.some(({ isNew }) => isNew)).toBe(false);
  await sql("update notes set updated_at = now(), updated_by = $2 where id = $1", [noteId, caregiver.userId]);
  expect((await recent(owner)).recentUpdates[0]).toMatchObject({ id: noteId, isFirst: false, isNew: true });
});

it("keeps to the limits, over all notebooks, and leaves out archived ones", {
  tags: spec("WORK-174 WORK-181"),
}, async () => {
  const { owner, diaryId } = await careTeam(service);
  const other = await createNotebook(owner, { fullName: "Emil Weber" });
  for (const [index, id] of [diaryId, other, diaryId, other, diaryId].entries()) {
    await createNote(owner, id, { title: `Note ${index}` });
  }
  const titles = async (limits: object) =>
    (await recent(owner, limits)).recentNotes.map(({ title }) => title);
  expect(await titles({})).toEqual(["Note 4", "Note 3", "Note 2", "Note 1"]);
  expect(await titles({ notesLimit: 2 })).toEqual(["Note 4", "Note 3"]);
  expect((await recent(owner, { notesLimit: 0, updatesLimit: 3 })).recentUpdates).toHaveLength(3);
  await expect(recent(owner, { notesLimit: 21 })).rejects.toThrow(/The number of notes/);
  await expect(recent(owner, { updatesLimit: 51 })).rejects.toThrow(/The number of updates/);
  await owner.http.mutation(api.diaries.archiveDiary, { diaryId: other });
  expect(await titles({})).toEqual(["Note 4", "Note 2", "Note 0"]);
  expect(await recent(await createPerson(service, "Nina New"))).toEqual({
    recentNotes: [],
    recentUpdates: [],
  });
});

it("shows a viewer no notes of the team, and nothing on them except tasks that are assigned to the viewer", async () => {
  const { owner, viewer, diaryId } = await careTeam(service);
  const team = await createNote(owner, diaryId, { title: "For the team", visibility: "team" });
  const secret = await createNote(owner, diaryId, { title: "Mine", visibility: "private" });
  for (const noteId of [team, secret]) {
    await createComment(owner, diaryId, noteId, { visibility: "extended" });
    await insertDiaryProgram(service, diaryId, owner.userId, noteId);
    await complete(owner, await taskOf(owner, diaryId, "Hidden", { noteId }));
  }
  const mine = await taskOf(owner, diaryId, "Take the tablets", { noteId: team, assignedTo: viewer.userId });
  await complete(viewer, mine);
  const { recentNotes, recentUpdates } = await recent(viewer);
  expect(recentNotes).toEqual([]);
  const others = recentUpdates.filter(({ type }) => type !== "member");
  expect(others.map(({ id, title }) => [id, title])).toEqual([[mine, "Take the tablets"]]);
  // It has no link to the note, which they don't see.
  expect(others[0]).toMatchObject({ noteId: null, noteShortId: null });
});

it("needs as many statements for many notebooks as for one", async () => {
  const { owner, diaryId } = await careTeam(service);
  await createNote(owner, diaryId);
  // Jobs that run meanwhile query other tables.
  const listTables = /from "(diaries|members|users|programs|person_infos|notebook_visits)"/;
  const count = async () =>
    (await statementsDuring(() => recent(owner))).filter(({ text }) => listTables.test(text)).length;
  const one = await count();
  for (let index = 0; index < 5; index++) await createNote(owner, await createNotebook(owner));
  expect(one).toBeGreaterThan(6);
  expect(await count()).toBe(one);
});

it("is live: shows at once what others write", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const client = service.connect(caregiver);
  const seen: string[] = [];
  client.onUpdate(api.home.getHomeRecent, {}, ({ recentNotes }) => seen.push(recentNotes[0]?.title ?? ""));
  await expect.poll(() => seen.at(-1)).toBe("");
  await createNote(owner, diaryId, { title: "Fell asleep early" });
  await expect.poll(() => seen.at(-1)).toBe("Fell asleep early");
  await client.close();
});
