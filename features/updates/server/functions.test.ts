import { afterAll, beforeAll, expect, it } from "vitest";
import { addNotes } from "../../../test/many-notes.ts";
import {
  addMember,
  api,
  careTeam,
  createComment,
  createNote,
  createPerson,
  insertDiaryProgram,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
/** A team whose members have read that the others joined. */
async function settledTeam() {
  const team = await careTeam(service);
  for (const person of [team.owner, team.caregiver, team.viewer])
    await person.http.mutation(api.updates.markAllRead, { upTo: Date.now() });
  return team;
}
const news = async (person: TestPerson, args: { diaryId?: string } = {}) =>
  (await person.http.query(api.updates.listNew, args)).groups;
const titles = async (person: TestPerson) => (await news(person)).map(({ title }) => title);
const read = (person: TestPerson, noteId: string, upTo = Date.now()) =>
  person.http.mutation(api.updates.markRead, { targetType: "note", targetId: noteId, upTo });
const attach = (diaryId: string, noteId: string, person: TestPerson, name: string) =>
  sql(
    `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by)
     values (gen_random_uuid(), $1, $2, $4, 'image/png', 1, $3)`,
    [diaryId, noteId, person.userId, name],
  );
const taskOf = (person: TestPerson, diaryId: string, title: string, fields: object = {}) =>
  person.http.mutation(api.tasks.createTask, { diaryId, title, ...fields });

it("is one group a note: who wrote it, added files and commented; what the reader did is left out", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const noteId = await createNote(caregiver, diaryId, { title: "A quiet morning" });
  await attach(diaryId, noteId, caregiver, "one.png");
  await attach(diaryId, noteId, caregiver, "two.png");
  await attach(diaryId, noteId, owner, "mine.png");
  await createComment(caregiver, diaryId, noteId);
  await createComment(owner, diaryId, noteId);
  await createNote(owner, diaryId, { title: "Mine" });
  expect(await news(owner)).toEqual([
    {
      key: `note ${noteId}`,
      thing: { type: "note", id: noteId },
      diaryId,
      diaryShortId: expect.any(String),
      diarySubject: "Rosa Blum",
      noteId,
      noteShortId: expect.any(String),
      title: "A quiet morning",
      titles: [],
      otherTitles: 0,
      at: expect.any(Number),
      readUpTo: expect.any(Number),
      mentionsMe: false,
      parts: [
        { type: "note", count: 1, isFirst: true, actors: ["Clara Caregiver"] },
        { type: "attachment", count: 2, isFirst: true, actors: ["Clara Caregiver"] },
        { type: "comment", count: 1, isFirst: true, actors: ["Clara Caregiver"] },
      ],
    },
  ]);
  expect(await titles(caregiver)).toEqual(["Mine", "A quiet morning"]);
});

it("stays new until the note is opened, on each device of the reader; what comes later is new again", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const noteId = await createNote(caregiver, diaryId, { title: "Before lunch" });
  const other = await createNote(caregiver, diaryId, { title: "After lunch" });
  await owner.http.mutation(api.diaries.markDiaryOpened, { diaryId });
  expect(await titles(owner)).toEqual(["After lunch", "Before lunch"]);

  const secondDevice = service.connect(owner);
  const seen: string[][] = [];
  secondDevice.onUpdate(api.updates.listNew, { diaryId }, ({ groups }) =>
    seen.push(groups.map(({ title }) => title)),
  );
  await expect.poll(() => seen.at(-1)).toEqual(["After lunch", "Before lunch"]);
  const [group] = await news(owner);
  await read(owner, other, group!.at);
  await expect.poll(() => seen.at(-1)).toEqual(["Before lunch"]);
  await createComment(caregiver, diaryId, other);
  await expect.poll(() => seen.at(-1)).toEqual(["After lunch", "Before lunch"]);
  expect((await news(owner))[0]!.parts).toEqual([
    { type: "comment", count: 1, isFirst: true, actors: ["Clara Caregiver"] },
  ]);
  await secondDevice.close();
  // A mark never goes back, and what one person reads stays new to others.
  await read(owner, noteId);
  await read(owner, noteId, 1);
  expect(await titles(owner)).toEqual(["After lunch"]);
  const viewerless = await createPerson(service, "Ned New");
  await addMember(service, diaryId, viewerless, "member");
  expect(await titles(viewerless)).toEqual([]);
});

it("puts mentions and given tasks first, whatever is newer", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const asked = await createNote(caregiver, diaryId, { title: "Asked" });
  await caregiver.http.mutation(api.comments.createComment, {
    diaryId,
    targetType: "note",
    targetId: asked,
    content: "Can you call?",
    mentions: [owner.userId],
  });
  await taskOf(caregiver, diaryId, "Call the doctor", { assignedTo: owner.userId });
  await taskOf(caregiver, diaryId, "Somebody else's", { assignedTo: caregiver.userId });
  await createNote(caregiver, diaryId, { title: "Newer" });
  const groups = await news(owner);
  expect(
    groups.map(({ title, titles, mentionsMe, parts }) => [
      parts.map(({ type }) => type).join(),
      titles.join() || title,
      mentionsMe,
    ]),
  ).toEqual([
    ["assignment", "Call the doctor", false],
    ["note,comment", "Asked", true],
    ["note", "Newer", false],
  ]);
  expect(groups[0]!.parts[0]!.actors).toEqual(["Clara Caregiver"]);
});

it("finds a mention behind any number of other comments, and says when it doesn't tell all", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const noteId = await createNote(owner, diaryId, { title: "Busy" });
  await caregiver.http.mutation(api.comments.createComment, {
    diaryId,
    targetType: "note",
    targetId: noteId,
    content: "Can you call?",
    mentions: [owner.userId],
  });
  expect((await owner.http.query(api.updates.listNew, {})).isWhole).toBe(true);
  await sql(
    `insert into comments (id, diary_id, note_id, content, visibility, created_by)
     select gen_random_uuid(), $1, $2, 'More', 'extended', $3 from generate_series(1, 60)`,
    [diaryId, noteId, caregiver.userId],
  );
  const { groups, isWhole } = await owner.http.query(api.updates.listNew, {});
  expect(groups).toHaveLength(1);
  expect(groups[0]!.mentionsMe).toBe(true);
  expect(isWhole).toBe(false);
});

it("tells of a mention in a note until it was read, and not again when a word is corrected", async () => {
  const { owner, admin, caregiver, viewer, diaryId } = await settledTeam();
  const mentions = [owner.userId, viewer.userId];
  const noteId = await createNote(caregiver, diaryId, { title: "Asked", mentions });
  await createNote(caregiver, diaryId, { title: "Newer" });
  const asked = async (person: TestPerson) =>
    (await news(person)).map(({ title, mentionsMe }) => [title, mentionsMe]);
  expect(await asked(owner)).toEqual([
    ["Asked", true],
    ["Newer", false],
  ]);
  // A viewer sees neither note, and learns nothing of the mention.
  expect(await asked(viewer)).toEqual([]);
  await read(owner, noteId);
  const edit = (
    person: TestPerson,
    change: { title: string; mentions?: string[]; visibility?: "extended" },
  ) =>
    person.http.mutation(api.notes.updateNote, {
      noteId,
      content: "Ate well.",
      noteDay: "2026-11-20",
      visibility: "team",
      ...change,
    });
  await edit(caregiver, { title: "Asked again" });
  expect(await asked(owner)).toEqual([
    ["Asked again", false],
    ["Newer", false],
  ]);
  await edit(caregiver, { title: "For everyone", visibility: "extended" });
  expect(await asked(viewer)).toEqual([["For everyone", true]]);
  // An edit by somebody else doesn't take an unread mention away; taking the name out does.
  await edit(admin, { title: "Corrected", visibility: "extended" });
  expect(await asked(viewer)).toEqual([["Corrected", true]]);
  await edit(admin, { title: "Without names", visibility: "extended", mentions: [] });
  expect(await asked(viewer)).toEqual([["Without names", false]]);
});

it("finds a mention behind any number of newer notes", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  await createNote(caregiver, diaryId, { title: "Asked", mentions: [owner.userId] });
  await addNotes(service.database, { diaryId, userId: caregiver.userId, count: 120, from: 1 });
  const [first] = await news(owner);
  expect(first).toMatchObject({ title: "Asked", mentionsMe: true });
});

it("counts who joined, what was done and what was given as read once it was shown", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  await insertDiaryProgram(service, diaryId, caregiver.userId, null);
  const done = await taskOf(owner, diaryId, "Wash her hair");
  await caregiver.http.mutation(api.tasks.updateTask, { taskId: done, status: "completed" });
  const given = await taskOf(owner, diaryId, "Buy bread");
  await caregiver.http.mutation(api.tasks.updateTask, { taskId: given, assignedTo: owner.userId });
  await owner.http.mutation(api.tasks.updateTask, { taskId: given, title: "Buy bread and milk" });
  const newcomer = await createPerson(service, "Nora Newcomer");
  await addMember(service, diaryId, newcomer, "member");
  const noteId = await createNote(caregiver, diaryId, { title: "To read" });
  const kinds = async () => (await news(owner, { diaryId })).map(({ parts }) => parts[0]!.type);
  const shown = await news(owner, { diaryId });
  expect(shown.map(({ parts }) => parts[0]!.type)).toEqual([
    "assignment",
    "note",
    "member",
    "task",
    "program",
  ]);
  expect(shown.find(({ parts }) => parts[0]!.type === "task")!.titles).toEqual(["Wash her hair"]);
  expect(shown[0]!.titles).toEqual(["Buy bread and milk"]);
  await owner.http.mutation(api.updates.markShown, { diaryId, upTo: Date.now() });
  expect(await kinds()).toEqual(["note"]);
  await read(owner, noteId);
  expect(await kinds()).toEqual([]);
});

it("marks everything read, in one notebook or in all, and keeps no marks that say less", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const noteId = await createNote(caregiver, diaryId, { title: "One" });
  await read(owner, noteId);
  await createNote(caregiver, diaryId, { title: "Two" });
  await owner.http.mutation(api.updates.markAllRead, { diaryId, upTo: Date.now() });
  expect(await news(owner)).toEqual([]);
  expect(
    await sql("select note_id from read_marks where diary_id = $1 and user_id = $2", [diaryId, owner.userId]),
  ).toEqual([{ note_id: null }]);
  // A time that hasn't come yet counts as now.
  await owner.http.mutation(api.updates.markAllRead, { upTo: Date.now() + 1e9 });
  await createNote(caregiver, diaryId, { title: "Three" });
  expect(await titles(owner)).toEqual(["Three"]);
});

it("tells a viewer nothing of what they don't see, and nobody anything of private things", async () => {
  const { owner, caregiver, viewer, diaryId } = await settledTeam();
  await createNote(owner, diaryId, { title: "For all", visibility: "extended" });
  const team = await createNote(owner, diaryId, { title: "For the team", visibility: "team" });
  await createNote(owner, diaryId, { title: "Mine", visibility: "private" });
  await createComment(owner, diaryId, team);
  await attach(diaryId, team, owner, "secret.png");
  await taskOf(owner, diaryId, "Sort the letters", { noteId: team });
  expect(await titles(viewer)).toEqual(["For all"]);
  expect(new Set(await titles(caregiver))).toEqual(new Set(["For the team", "For all"]));
  await expect(read(viewer, team)).rejects.toThrow(/Access denied/);
});

it("names the note of an encrypted one to those who may read it", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  await createNote(owner, diaryId, { title: "Sealed", isEncrypted: true });
  expect(await titles(caregiver)).toEqual(["Sealed"]);
});

it("forgets archived notebooks, deleted notes and former members' marks", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const noteId = await createNote(caregiver, diaryId, { title: "Gone" });
  await read(owner, noteId);
  await caregiver.http.mutation(api.notes.deleteNote, { noteId });
  expect(await sql("select 1 from read_marks where note_id = $1", [noteId])).toEqual([]);
  await createNote(caregiver, diaryId, { title: "Kept" });
  await owner.http.mutation(api.diaries.archiveDiary, { diaryId });
  expect(await titles(owner)).toEqual([]);
  await sql("delete from members where diary_id = $1 and user_id = $2", [diaryId, caregiver.userId]);
  expect(await sql("select 1 from read_marks where user_id = $1", [caregiver.userId])).toEqual([]);
});

it("pages all updates without gaps and doubles, also while more come", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const expected: string[] = [];
  for (let index = 0; index < 12; index++) {
    const noteId = await createNote(caregiver, diaryId, { title: `Note ${index}` });
    await createComment(owner, diaryId, noteId);
    expected.unshift(`comment Note ${index}`, `note Note ${index}`);
  }
  const all: string[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone; ) {
    const page: {
      page: { type: string; title: string; isNew: boolean; isByMe: boolean }[];
      isDone: boolean;
      continueCursor: string;
    } = await owner.http.query(api.updates.pageUpdates, {
      diaryId,
      paginationOpts: { numItems: 5, cursor },
    });
    expect(page.page.length).toBeLessThanOrEqual(5);
    for (const update of page.page) {
      if (update.type === "member") continue;
      all.push(`${update.type} ${update.title}`);
      expect(update.isNew).toBe(!update.isByMe);
    }
    ({ continueCursor: cursor, isDone } = page);
    if (all.length === 5) await createNote(caregiver, diaryId, { title: "Later" });
  }
  expect(all).toEqual(expected);
  await expect(
    owner.http.query(api.updates.pageUpdates, { paginationOpts: { numItems: 5, cursor: "nonsense" } }),
  ).rejects.toThrow(/InvalidCursor/);
});

it("pages updates of one moment without gaps: their ids order them", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const noteId = await createNote(caregiver, diaryId);
  const at = new Date();
  // Inserted in an order that says nothing about their ids.
  await sql(
    `insert into comments (id, diary_id, note_id, content, visibility, created_by, created_at)
     select gen_random_uuid(), $1, $2, 'At once', 'extended', $3, $4 from generate_series(1, 60)`,
    [diaryId, noteId, caregiver.userId, at],
  );
  const seen: string[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone; ) {
    const page: { page: { id: string; type: string }[]; isDone: boolean; continueCursor: string } =
      await owner.http.query(api.updates.pageUpdates, { diaryId, paginationOpts: { numItems: 7, cursor } });
    seen.push(...page.page.filter(({ type }) => type === "comment").map(({ id }) => id));
    ({ continueCursor: cursor, isDone } = page);
  }
  expect(seen).toHaveLength(60);
  expect(new Set(seen).size).toBe(60);
});

it("a given repeated task and the tasks of a started program are one piece of news each", async () => {
  const { owner, caregiver, diaryId } = await settledTeam();
  const day = 86_400_000;
  await taskOf(caregiver, diaryId, "Walk", {
    assignedTo: owner.userId,
    scheduledDate: Date.now() + day,
    recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
  });
  const [group] = await news(owner, { diaryId });
  expect(group!.parts).toEqual([
    { type: "assignment", count: 1, isFirst: true, actors: ["Clara Caregiver"] },
  ]);
  expect(group!.titles).toEqual(["Walk"]);
});
