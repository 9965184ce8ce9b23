import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginAt } from "../../../test/moment.ts";
import {
  addMember,
  api,
  careTeam,
  createComment,
  createMedicationList,
  createNote,
  createNotebook,
  createPerson,
  insertDiaryProgram,
  type TestPerson,
} from "../../../test/people.ts";
import { planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import { MAX_COUNTED } from "../rules.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
type Arguments = { diaryId?: string; withArchived?: boolean };
const search = (person: TestPerson, text: string, more: Arguments = {}) =>
  person.http.query(api.search.searchEverything, { text, ...more });

type Groups = Awaited<ReturnType<typeof search>>;
const textOf = (parts: { text: string }[]) => parts.map(({ text }) => text).join("");
/** The titles of the hits by kind; with "~" before those with slips. */
const titlesOf = (groups: Groups) =>
  Object.fromEntries(
    groups.map(({ kind, hits }) => [kind, hits.map((hit) => (hit.isSlip ? "~" : "") + textOf(hit.title))]),
  );
const found = async (person: TestPerson, text: string, more: Arguments = {}) =>
  titlesOf(await search(person, text, more));
const taskOf = (person: TestPerson, diaryId: string, title: string, fields: object = {}) =>
  person.http.mutation(api.tasks.createTask, { diaryId, title, ...fields });
const addFile = (diaryId: string, noteId: string, userId: string, filename: string) =>
  sql(
    `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by)
     values (gen_random_uuid(), $1, $2, $3, 'application/pdf', 1, $4) returning id`,
    [diaryId, noteId, filename, userId],
  );

it("finds plans by their words and doses by their notes; what is encrypted or hidden isn't found", async () => {
  const { owner, viewer, diaryId } = await careTeam(service);
  const note = async (planId: string, words: string) => {
    const times = { givenAt: Date.now(), sentAt: Date.now() };
    const given = { entryId: crypto.randomUUID(), planId, slot: null, amount: 1, note: words };
    await owner.http.mutation(api.doses.giveDose, { ...given, ...times });
  };
  const team = await planOf(owner, diaryId, "Ramipril", whenNeeded(), {
    facts: { strength: "5 mg", prescriber: "Dr. Leerhoff" },
  });
  const everyone = await planOf(owner, diaryId, "Metoprolol", whenNeeded(), { visibility: "extended" });
  const sealed = await planOf(owner, diaryId, "Ramiprilat", whenNeeded(), { isEncrypted: true });
  await note(team, "with applesauce");
  await note(everyone, "applesauce again");
  await note(sealed, "secret applesauce");
  expect(await found(owner, "ramipril")).toEqual({ plan: ["Ramipril 5 mg"] });
  expect(await found(owner, "leerhof")).toEqual({ plan: ["Ramipril 5 mg"] });
  expect(await found(owner, "applesauce")).toEqual({ dose: ["Metoprolol", "Ramipril 5 mg"] });
  expect(await found(viewer, "ramipril")).toEqual({});
  expect(await found(viewer, "applesauce")).toEqual({ dose: ["Metoprolol"] });
  const [group] = await search(owner, "applesauce");
  expect(group!.hits.map(({ snippet }) => textOf(snippet))).toEqual(["applesauce again", "with applesauce"]);
});

it("finds notes, medications, comments, tasks, files and people, with what matches marked", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  await sql("update users set name = 'Ibu Kaya' where id = $1", [caregiver.userId]);
  const noteId = await createNote(owner, diaryId, {
    title: "Pain",
    content: "In the evening she took Ibuprofen and slept.",
    tags: ["knee"],
  });
  const listId = await createMedicationList(
    owner,
    diaryId,
    [{ genericName: "Ibuprofen", brandName: "Dolgit" }],
    {
      title: "Her medications",
    },
  );
  const commentId = await createComment(caregiver, diaryId, noteId, { content: "No more IBUPROFEN, please" });
  const taskId = await taskOf(owner, diaryId, "Buy ibuprofen", { noteId });
  await addFile(diaryId, noteId, owner.userId, "Rezept_Ibuprofen.pdf");
  await sql(
    "update attachments set description = 'Two tablets on a saucer' where filename = 'Rezept_Ibuprofen.pdf'",
  );
  expect(titlesOf(await search(owner, "saucer"))).toEqual({ file: ["Rezept_Ibuprofen.pdf"] });
  const groups = await search(owner, "ibu");
  expect(titlesOf(groups)).toEqual({
    note: expect.arrayContaining(["Pain", "Her medications"]),
    comment: ["Pain"],
    task: ["Buy ibuprofen"],
    file: ["Rezept_Ibuprofen.pdf"],
    person: ["Ibu Kaya"],
  });
  const [notes, comments, tasks, files] = groups as [Groups[0], Groups[0], Groups[0], Groups[0]];
  expect(notes.count).toBe(2);
  expect(notes.hits.find(({ id }) => id === noteId)?.snippet).toEqual([
    { text: "In the evening she took ", isMatch: false },
    { text: "Ibu", isMatch: true },
    { text: "profen and slept. #knee", isMatch: false },
  ]);
  expect(textOf(notes.hits.find(({ id }) => id === listId)!.snippet)).toBe("Ibuprofen (Dolgit)");
  const [{ short_id: noteShortId }] = (await sql("select short_id from notes where id = $1", [noteId])) as [
    { short_id: string },
  ];
  expect(comments.hits).toEqual([
    expect.objectContaining({
      id: commentId,
      noteId,
      noteShortId,
      authorName: "Ibu Kaya",
      diarySubject: "Rosa Blum",
    }),
  ]);
  expect(tasks.hits).toEqual([expect.objectContaining({ taskId, taskStatus: "pending", noteShortId })]);
  expect(files.hits[0]!.title).toEqual([
    { text: "Rezept_", isMatch: false },
    { text: "Ibu", isMatch: true },
    { text: "profen.pdf", isMatch: false },
  ]);
});

describe("words are compared as people mean them", () => {
  let person: TestPerson;
  let diaryId: string;
  beforeAll(async () => {
    person = await createPerson(service, "Polly Glot");
    diaryId = await createNotebook(person);
    for (const title of [
      "Große Straße, Übelkeit",
      "Blutdrucktabletten am Morgen",
      "İlaç ve IŞIK",
      "Smørrebrød til Bjørn",
      "Łódź: żółć",
      "Ærlig talt",
      "Принимает таблетки, ёлка",
      "تناول الدواء",
      "高血压药物和头痛",
      "朝食後に血圧の薬を飲む",
      "ยาพาราเซตามอลหลังอาหาร",
      "혈압약을 복용",
      "Metoprolol succinate 47.5 mg",
      "Vitamin D at noon",
      "O'Brien's <b>bold</b> & 100 % : 'quoted' \\ back",
    ])
      await taskOf(person, diaryId, title);
  });

  it.each([
    ["grosse", "Große Straße, Übelkeit"],
    ["STRASSE ubelkeit", "Große Straße, Übelkeit"],
    ["ubelkeit große", "Große Straße, Übelkeit"],
    ["tabletten", "Blutdrucktabletten am Morgen"],
    ["ilac isik", "İlaç ve IŞIK"],
    ["ışık", "İlaç ve IŞIK"],
    ["smorre", "Smørrebrød til Bjørn"],
    ["lodz zolc", "Łódź: żółć"],
    ["aerlig", "Ærlig talt"],
    ["ТАБЛЕТ", "Принимает таблетки, ёлка"],
    ["елка", "Принимает таблетки, ёлка"],
    ["دواء", "تناول الدواء"],
    ["血压", "高血压药物和头痛"],
    ["头痛", "高血压药物和头痛"],
    ["高血压药物", "高血压药物和头痛"],
    ["薬", "朝食後に血圧の薬を飲む"],
    ["血圧の薬", "朝食後に血圧の薬を飲む"],
    ["พาราเซตามอล", "ยาพาราเซตามอลหลังอาหาร"],
    ["혈압약", "혈압약을 복용"],
    ["meto", "Metoprolol succinate 47.5 mg"],
    ["vitamin d", "Vitamin D at noon"],
    ["brien's <b>", "O'Brien's <b>bold</b> & 100 % : 'quoted' \\ back"],
    ["'quoted' \\ :* & ! |", "O'Brien's <b>bold</b> & 100 % : 'quoted' \\ back"],
    // Slips: a wrong letter, one too many, one too few, two that changed places; two slips in a long word.
    ["metoprolil", "~Metoprolol succinate 47.5 mg"],
    ["mettoprolol", "~Metoprolol succinate 47.5 mg"],
    ["metprolol", "~Metoprolol succinate 47.5 mg"],
    ["metorpolol", "~Metoprolol succinate 47.5 mg"],
    ["metropolol", "~Metoprolol succinate 47.5 mg"],
    ["vitaman noon", "~Vitamin D at noon"],
    ["vitammin d", "~Vitamin D at noon"],
    ["ubelkiet", "~Große Straße, Übelkeit"],
    ["таблекти", "~Принимает таблетки, ёлка"],
  ])("“%s” finds “%s”", async (text, title) => {
    expect(await found(person, text)).toEqual({ task: [title] });
  });

  it.each(["metformin", "vitamin k", "xyz", "straße nach", "…", "", "v", "压血", "rie"])(
    "“%s” finds nothing that only looks a little like it",
    async (text) => {
      expect(await found(person, text)).toEqual({});
    },
  );

  it("marks the letters that match, not the folded ones", async () => {
    const [tasks] = await search(person, "STRASSE 血压");
    expect(tasks).toBeUndefined();
    const [one] = await search(person, "strasse");
    expect(one!.hits[0]!.title).toEqual([
      { text: "Große ", isMatch: false },
      { text: "Straße", isMatch: true },
      { text: ", Übelkeit", isMatch: false },
    ]);
    const [other] = await search(person, "血压");
    expect(other!.hits[0]!.title.filter(({ isMatch }) => isMatch)).toEqual([{ text: "血压", isMatch: true }]);
  });
});

it("puts exact matches first, newer before older, then those with slips", async () => {
  const person = await createPerson(service, "Rita Rank");
  const diaryId = await createNotebook(person);
  for (const [noteDay, title] of [
    ["2026-03-01", "Paracetamol old"],
    ["2026-05-01", "Parazetamol newest, misspelt"],
    ["2026-04-01", "Paracetamol new"],
  ] as const)
    await createNote(person, diaryId, { title, noteDay, noteDate: undefined });
  expect(await found(person, "paracetamol")).toEqual({
    note: ["Paracetamol new", "Paracetamol old", "~Parazetamol newest, misspelt"],
  });
});

it("gives the rest of a kind in pages", async () => {
  const person = await createPerson(service, "Peter Pages");
  const diaryId = await createNotebook(person);
  for (let i = 1; i <= 30; i++) await taskOf(person, diaryId, `Walk ${i}`);
  const [first] = await search(person, "walk");
  expect(first).toMatchObject({ kind: "task", count: 30, cursor: expect.any(String) });
  const titles = first!.hits.map(({ title }) => textOf(title));
  expect(titles).toEqual(["Walk 30", "Walk 29", "Walk 28", "Walk 27", "Walk 26"]);
  let cursor = first!.cursor;
  while (cursor !== null) {
    const [next] = await person.http.query(api.search.searchEverything, {
      text: "walk",
      kind: "task",
      cursor,
    });
    titles.push(...next!.hits.map(({ title }) => textOf(title)));
    cursor = next!.cursor;
  }
  expect(titles).toEqual(Array.from({ length: 30 }, (_, i) => `Walk ${30 - i}`));
  await expect(
    person.http.query(api.search.searchEverything, { text: "walk", kind: "task", cursor: "x" }),
  ).rejects.toThrow(/InvalidCursor/);
});

it("of very many matches shows the newest ones that the reader sees, and says that there are more", async () => {
  const { owner, viewer, diaryId } = await careTeam(service);
  const other = await createNotebook(owner);
  const teams = await createNote(owner, diaryId, { title: "A note", visibility: "team" });
  await sql(
    `insert into tasks (id, diary_id, note_id, title, created_by, created_at)
     select gen_random_uuid(), $1, case when i > 1090 then $2::uuid end, 'Tea ' || i, $3, now() + make_interval(secs => i)
       from generate_series(1, 1100) i`,
    [diaryId, teams, owner.userId],
  );
  await taskOf(owner, other, "Tea of the other notebook");
  for (const more of [{}, { diaryId }]) {
    const [tasks] = await search(owner, "tea", more);
    expect(tasks).toMatchObject({ count: MAX_COUNTED + 1, cursor: null });
    expect(tasks!.hits.map(({ title }) => textOf(title))).toEqual(
      [1100, 1099, 1098, 1097, 1096].map((i) => `Tea ${i}`),
    );
    const [seen] = await search(viewer, "tea", more);
    expect(seen!.hits.map(({ title }) => textOf(title))).toEqual(
      [1090, 1089, 1088, 1087, 1086].map((i) => `Tea ${i}`),
    );
  }
  await sql(
    `insert into comments (id, diary_id, note_id, content, created_by, created_at)
     select gen_random_uuid(), $1, $2, case when i % 2 = 0 then 'Tea ' || i else 'Coffee' end, $3, now() + make_interval(secs => i)
       from generate_series(1, 2200) i`,
    [diaryId, teams, owner.userId],
  );
  const [comments] = await search(owner, "tea");
  expect(comments).toMatchObject({ kind: "comment", count: MAX_COUNTED + 1, cursor: null });
  expect(comments!.hits.map(({ snippet }) => textOf(snippet))).toEqual(
    [2200, 2198, 2196, 2194, 2192].map((i) => `Tea ${i}`),
  );
});

it("shows a repeated task once, with the number of its tasks", async () => {
  const person = await createPerson(service, "Rosi Repeats");
  const diaryId = await createNotebook(person);
  const [first] = await sql(
    `insert into task_series (id, diary_id, title, recurrence, first_day, made_until, created_by)
     values (gen_random_uuid(), $1, 'Eye drops', '{}', '2026-01-01', '2026-01-01', $2) returning id`,
    [diaryId, person.userId],
  );
  await sql(
    `insert into tasks (id, diary_id, title, series_id, is_recurring, created_by, status, completed_at)
     select gen_random_uuid(), $1, 'Eye drops', $2, true, $3, case when i < 3 then 'completed' else 'pending' end,
            case when i < 3 then now() end
       from generate_series(1, 40) i`,
    [diaryId, first!.id, person.userId],
  );
  const [tasks] = await search(person, "eye");
  expect(tasks).toMatchObject({ count: 1, hits: [{ repetitions: 40, taskStatus: "pending" }] });
});

describe("readers find what they see, and not even the count of the rest", () => {
  it("by role: notes of the team, private ones, and what belongs to them", async () => {
    const { owner, caregiver, viewer, diaryId } = await careTeam(service);
    const everybodys = await createNote(owner, diaryId, { title: "Zebra for all", visibility: "extended" });
    const teams = await createNote(owner, diaryId, { title: "Zebra of the team", visibility: "team" });
    const own = await createNote(owner, diaryId, { title: "Zebra of mine", visibility: "private" });
    for (const [noteId, name] of [
      [everybodys, "all"],
      [teams, "team"],
      [own, "mine"],
    ] as const) {
      await createComment(owner, diaryId, noteId, { content: `A zebra, ${name}`, visibility: "extended" });
      await taskOf(owner, diaryId, `Feed the zebra, ${name}`, { noteId });
      await addFile(diaryId, noteId, owner.userId, `zebra ${name}.pdf`);
    }
    await createComment(owner, diaryId, everybodys, { content: "A zebra in private", visibility: "private" });
    await taskOf(owner, diaryId, "Brush the zebra", { noteId: teams, assignedTo: viewer.userId });
    const counts = async (person: TestPerson) =>
      Object.fromEntries((await search(person, "zebra")).map(({ kind, count }) => [kind, count]));
    expect(await counts(owner)).toEqual({ note: 3, comment: 4, task: 4, file: 3 });
    expect(await counts(caregiver)).toEqual({ note: 2, comment: 2, task: 3, file: 2 });
    expect(await counts(viewer)).toEqual({ note: 1, comment: 1, task: 2, file: 1 });
    // Who sees a task only because it is theirs gets no link to its note.
    const [, , tasks] = await search(viewer, "zebra");
    const brush = tasks!.hits.find(({ title }) => textOf(title).startsWith("Brush"));
    expect(brush).toMatchObject({ noteId: null, noteShortId: null });
    expect(JSON.stringify(await search(viewer, "zebra"))).not.toMatch(/team|mine|private/);
    expect(await search(await createPerson(service, "Oskar Outsider"), "zebra")).toEqual([]);
  });

  it("not by the words of encrypted notes and of the comments on them; files of theirs by name", async () => {
    const { owner, diaryId } = await careTeam(service);
    const noteId = await createNote(owner, diaryId, {
      title: "Secret okapi",
      content: "okapi",
      tags: ["okapi"],
      isEncrypted: true,
    });
    await createComment(owner, diaryId, noteId, { content: "The okapi again" });
    await addFile(diaryId, noteId, owner.userId, "okapi.pdf");
    const groups = await search(owner, "okapi");
    expect(titlesOf(groups)).toEqual({ file: ["okapi.pdf"] });
    await taskOf(owner, diaryId, "Call the zoo", { noteId });
    expect(await found(owner, "call zoo")).toEqual({ task: ["Call the zoo"] });
  });

  it("no more from the moment that something is deleted or a membership ends", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const noteId = await createNote(owner, diaryId, { title: "Tapir" });
    await createComment(owner, diaryId, noteId, { content: "The tapir!" });
    expect(await found(caregiver, "tapir")).toEqual({ note: ["Tapir"], comment: ["Tapir"] });
    await sql("delete from members where diary_id = $1 and user_id = $2", [diaryId, caregiver.userId]);
    expect(await found(caregiver, "tapir")).toEqual({});
    await expect(search(caregiver, "tapir", { diaryId })).rejects.toThrow("Access denied");
    await owner.http.mutation(api.notes.deleteNote, { noteId });
    expect(await found(owner, "tapir")).toEqual({});
  });

  it("a member by name, not by address; not themselves, and not people of other notebooks", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    await addMember(
      service,
      await createNotebook(caregiver),
      await createPerson(service, "Zacharias Elsewhere"),
      "member",
    );
    expect(await found(owner, "clara")).toEqual({ person: ["Clara Caregiver"] });
    expect(await found(owner, "clara caregivr", { diaryId })).toEqual({ person: ["~Clara Caregiver"] });
    expect(await found(owner, "olga")).toEqual({});
    expect(await found(owner, "zacharias")).toEqual({});
    expect(await found(owner, "example.org")).toEqual({});
  });
});

it("searches one notebook or all, archived ones only when they are wanted", async () => {
  const { owner, diaryId } = await careTeam(service);
  const other = await createNotebook(owner, { fullName: "Emil Weber" });
  await taskOf(owner, diaryId, "Water the fern");
  await taskOf(owner, other, "Repot the fern");
  expect((await found(owner, "fern")).task).toHaveLength(2);
  expect(await found(owner, "fern", { diaryId: other })).toEqual({ task: ["Repot the fern"] });
  await owner.http.mutation(api.diaries.archiveDiary, { diaryId: other });
  expect(await found(owner, "fern")).toEqual({ task: ["Water the fern"] });
  expect((await found(owner, "fern", { withArchived: true })).task).toHaveLength(2);
  expect(await found(owner, "fern", { diaryId: other })).toEqual({ task: ["Repot the fern"] });
});

it("a comment on a task leads to the task, one on a program to the program", async () => {
  const { owner, diaryId } = await careTeam(service);
  const taskId = await taskOf(owner, diaryId, "Exercises");
  const programId = await insertDiaryProgram(service, diaryId, owner.userId);
  await createComment(owner, diaryId, taskId, { targetType: "task", content: "Too many llamas" });
  await createComment(owner, diaryId, programId, { targetType: "program", content: "A llama, too" });
  const [comments] = await search(owner, "llama");
  expect(comments!.hits).toEqual([
    expect.objectContaining({
      diaryProgramId: programId,
      taskId: null,
      title: [{ text: "After a stroke", isMatch: false }],
    }),
    expect.objectContaining({ taskId, diaryProgramId: null, title: [{ text: "Exercises", isMatch: false }] }),
  ]);
});

it("a very long text is stored and found; a very long search is refused in clear words", async () => {
  const person = await createPerson(service, "Lena Long");
  const diaryId = await createNotebook(person);
  const many = Array.from({ length: 9000 }, (_, i) => `wort${i.toString(36)}`).join(" ");
  await createNote(person, diaryId, { title: "Long", content: many.slice(0, 49_000) });
  expect(await found(person, "wort6")).toEqual({ note: ["Long"] });
  await expect(search(person, "x".repeat(201))).rejects.toThrow("A search may have at most 200 characters");
});
