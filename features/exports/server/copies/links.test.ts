import fc from "fast-check";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTILE_TEXTS } from "../../../../e2e/support/hostile-texts.ts";
import { rooms } from "../../../../registry/rooms.ts";
import { escapeHtml } from "../../../../server/mail/letter.ts";
import { destroyKeys } from "../../../../server/vault/data.ts";
import { findUntranslated, TRANSLATED } from "../../../../test/languages.ts";
import { addNotes } from "../../../../test/many-notes.ts";
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
  insertTask,
  type TestPerson,
} from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { attachAs, TEXT_FILE } from "../../../../test/uploads.ts";
import { cleanFilename } from "../../../attachments/rules.ts";
import type { NewerList } from "../../../notes/rules/medication-schema.ts";
import { readCopy } from "./copy.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const rows = async (sql: string, ...values: unknown[]) =>
  (await service.database.pool.query(sql, values)).rows;
const urlFor = async (who: TestPerson, diaryId = team.diaryId) =>
  (await who.http.action(api.diaries.getCopyUrl, { diaryId })).url;

/** The files of a person's copy, by path. */
async function copyFor(who: TestPerson, diaryId = team.diaryId): Promise<Map<string, string>> {
  const answer = await fetch(await urlFor(who, diaryId));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename=".* \d{4}-\d\d-\d\d\.zip"/,
  );
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return new Map(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
}

const jsonOf = (copy: Map<string, string>) => JSON.parse(copy.get("notebook.json")!);

/** The words `word-…` in a text, each once. */
const wordsIn = (text: string) => [...new Set(text.match(/word-\w+/g) ?? [])].sort();

describe("a copy of a notebook", () => {
  it("has its page in the language of who takes it, and its data in English", async () => {
    const { owner, diaryId } = await careTeam(service);
    const taskId = await insertTask(service, diaryId, owner.userId);
    await createMedicationList(owner, diaryId, [{ genericName: "GENERIC", dosage: "5 mg" }]);
    await rows("update tasks set title = 'TASK', status = 'in_progress' where id = $1", taskId);
    await rows("update person_infos set gender = 'female', organ_donor = true where diary_id = $1", diaryId);
    const english = await copyFor(owner, diaryId);
    expect(english.get("notebook.html")).toContain('<dt>Organ donor</dt><dd class="text">Yes</dd>');
    for (const language of TRANSLATED) {
      await rows("update users set language = $2 where id = $1", owner.userId, language);
      const copy = await copyFor(owner, diaryId);
      // The list has a title of its own, which its author could change.
      const html = copy.get("notebook.html")!.replace(/Current Medications - [^<]*/, "");
      expect(html).toContain(language === "ar" ? '<html lang="ar" dir="rtl">' : `<html lang="${language}">`);
      expect(findUntranslated(html, language, ["copyhtml", "taskwords", "medicationlist", "facts"])).toEqual(
        [],
      );
      expect(html).not.toMatch(/A copy from|In progress|updated|Untitled|Yes/);
      expect({ ...jsonOf(copy), madeAt: 0 }).toEqual({ ...jsonOf(english), madeAt: 0 });
    }
  });

  it("has all that its reader sees, as pages, as data and as files, and nothing else", async () => {
    const { owner, admin, caregiver, viewer, diaryId } = team;
    const on = { diaryId };
    for (const visibility of ["private", "team", "extended"] as const) {
      const noteId = await createNote(owner, diaryId, {
        title: `word-${visibility}Title`,
        content: `word-${visibility}Text`,
        visibility,
        tags: [`word-${visibility}Tag`],
      });
      await createComment(owner, diaryId, noteId, { content: `word-${visibility}Comment` });
      const bytes = Buffer.from(`word-${visibility}File`);
      const file = { ...TEXT_FILE, name: `word-${visibility}Name.txt`, bytes };
      const attachmentId = await attachAs(owner, { ...on, noteId }, file);
      const description = `word-${visibility}Description`;
      await owner.http.mutation(api.attachments.updateAttachment, { attachmentId, description });
      const taskId = await insertTask(service, diaryId, owner.userId, { noteId });
      await service.database.pool.query("update tasks set title = $2 where id = $1", [
        taskId,
        `word-${visibility}Task`,
      ]);
    }
    const sealed = await createNote(owner, diaryId, {
      title: "word-sealedTitle",
      content: "word-sealedText",
      isEncrypted: true,
    });
    await createComment(owner, diaryId, sealed, { content: "word-sealedComment" });
    const attachmentId = await attachAs(
      owner,
      { ...on, noteId: sealed },
      { ...TEXT_FILE, bytes: Buffer.from("word-sealedFile") },
    );
    await owner.http.mutation(api.attachments.updateAttachment, {
      attachmentId,
      description: "word-sealedDescription",
    });
    await createMedicationList(owner, diaryId, [{ genericName: "word-generic", dosage: "word-dosage" }]);
    const task = await insertTask(service, diaryId, owner.userId);
    await createComment(owner, diaryId, task, { targetType: "task", content: "word-onTask" });
    await createComment(owner, diaryId, task, {
      targetType: "task",
      content: "word-onTaskPrivate",
      visibility: "private",
    });
    const program = await insertDiaryProgram(service, diaryId, owner.userId);
    await createComment(owner, diaryId, program, { targetType: "program", content: "word-onProgram" });

    const of = (level: string) =>
      ["Comment", "Description", "File", "Name", "Tag", "Task", "Text", "Title"].map((of) => level + of);
    const everyone = [...of("extended"), "onTask", "onProgram"];
    const teamWords = [
      ...of("team"),
      "sealedTitle",
      "sealedText",
      "sealedComment",
      "sealedFile",
      "sealedDescription",
      "generic",
      "dosage",
    ];
    const expected = new Map([
      [owner, [...everyone, ...teamWords, ...of("private"), "onTaskPrivate"]],
      [admin, [...everyone, ...teamWords]],
      [caregiver, [...everyone, ...teamWords]],
      [viewer, everyone],
    ]);
    for (const [who, words] of expected) {
      const copy = await copyFor(who);
      const sorted = words.map((word) => `word-${word}`).sort();
      expect(wordsIn([...copy].flat().join("\n"))).toEqual(sorted);
      // Each of the two documents has everything except the content of files.
      for (const document of ["notebook.html", "notebook.json"]) {
        const inFiles = (word: string) => word.endsWith("File");
        expect(wordsIn(copy.get(document)!), document).toEqual(sorted.filter((word) => !inFiles(word)));
      }
      const paths = jsonOf(copy).notes.flatMap((note: { attachments: { path: string }[] }) =>
        note.attachments.map(({ path }) => path),
      );
      expect([...copy.keys()].slice(2).sort()).toEqual(paths.sort());
    }
    // A viewer's copy lacks what only the team sees of the person.
    const person = async (who: TestPerson) => Object.keys(jsonOf(await copyFor(who)).notebook.person);
    expect(await person(viewer)).toEqual(["fullName", "dateOfBirth", "emergencyContacts"]);
    expect(await person(caregiver)).toContain("medicalHistory");
  });

  it("marks an older list of medications with its replacement, or only with the fact that there is one", async () => {
    const { owner, viewer } = team;
    const diaryId = await createNotebook(owner);
    await addMember(service, diaryId, viewer, "extended");
    const on = (day: number, visibility: "team" | "extended") =>
      createMedicationList(owner, diaryId, [{ genericName: "Ramipril" }], {
        noteDate: Date.UTC(2026, 10, day),
        visibility,
      });
    await on(1, "extended");
    await on(2, "extended");
    await on(3, "team");
    const hidden = "A newer list exists that isn&#39;t shared with you";
    const found = async (who: TestPerson) => {
      const copy = await copyFor(who, diaryId);
      const words = copy.get("notebook.html")!.match(/Replaced on [^·<]*|A newer list [^·<]*/g)!;
      const kinds = jsonOf(copy).notes.map(
        (note: { newerList: NewerList | null }) => note.newerList?.isShared ?? null,
      );
      return { words: words.map((text) => text.trim()), kinds };
    };
    expect(await found(owner)).toEqual({
      words: ["Replaced on Nov 2, 2026 by Olga Owner", "Replaced on Nov 3, 2026 by Olga Owner"],
      kinds: [true, true, null],
    });
    expect(await found(viewer)).toEqual({
      words: ["Replaced on Nov 2, 2026 by Olga Owner", hidden],
      kinds: [true, false],
    });
  });

  it("says what a clinician wrote", async () => {
    const { owner } = team;
    const diaryId = await createNotebook(owner);
    const doctor = await createPerson(service, "Dora Doctor");
    await addMember(service, diaryId, doctor, "clinician");
    const noteId = await createNote(doctor, diaryId);
    await createComment(doctor, diaryId, noteId);
    await createComment(owner, diaryId, noteId);
    const copy = await copyFor(owner, diaryId);
    expect(copy.get("notebook.html")!.match(/Dora Doctor \(Clinician\)/g)).toHaveLength(2);
    const [note] = jsonOf(copy).notes;
    expect(note).toMatchObject({ byClinician: true });
    expect(note.comments.map(({ byClinician }: { byClinician?: true }) => byClinician)).toEqual([
      true,
      undefined,
    ]);
  });

  it("is downloaded once, by the member it was made for, and writes an audit event", async () => {
    const { caregiver, outsider, diaryId } = team;
    const url = await urlFor(caregiver);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(405);
    const answer = await fetch(url);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    await expect.poll(async () => (await fetch(url)).status).toBe(403);
    const events = await rows(
      "select actor_id, target_id, details from audit_events where event_type = 'notebook.copied' order by id desc limit 1",
    );
    expect(events).toEqual([{ actor_id: caregiver.userId, target_id: diaryId, details: {} }]);

    const late = await urlFor(caregiver);
    await rows("update copy_tickets set expires_at = now()");
    expect((await fetch(late)).status).toBe(403);
    const after = await urlFor(caregiver);
    const [{ role }] = await rows(
      "delete from members where user_id = $1 and diary_id = $2 returning role",
      caregiver.userId,
      diaryId,
    );
    expect((await fetch(after)).status).toBe(403);
    await rows(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $2, $1, $3)",
      caregiver.userId,
      diaryId,
      role,
    );
    await expect(urlFor(outsider)).rejects.toThrow("Access denied");
  });

  it("is made for one of several simultaneous requests at a time", async () => {
    const urls = await Promise.all([1, 2, 3].map(() => urlFor(team.admin)));
    const statuses = await Promise.all(
      urls.map(async (url) => {
        const answer = await fetch(url);
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect((await copyFor(team.admin)).has("notebook.json")).toBe(true);
  });

  it("has every note once, however many there are, and breaks off when its reader is removed", async () => {
    const { owner } = team;
    const diaryId = await createNotebook(owner);
    await addNotes(service.database, { diaryId, userId: owner.userId, count: 130, from: 40_000 });
    const { notes } = jsonOf(await copyFor(owner, diaryId)) as {
      notes: { title: string; noteDay: string }[];
    };
    expect(new Set(notes.map(({ title }) => title)).size).toBe(130);
    const days = notes.map(({ noteDay }) => noteDay);
    expect(days).toHaveLength(130);
    expect(days).toEqual([...days].sort());

    await addMember(service, diaryId, team.caregiver, "member");
    const files = readCopy({ ...service, rooms }, { diaryId, userId: team.caregiver.userId });
    const page = (await files.next()).value!;
    const read: string[] = [];
    const reading = (async () => {
      for await (const chunk of page.content) {
        read.push(Buffer.from(chunk).toString());
        await rows("delete from members where diary_id = $1 and role = 'member'", diaryId);
      }
    })();
    await expect(reading).rejects.toThrow("Access denied");
    expect(read.join("")).not.toContain("Note 40");
  });

  it("is complete whatever characters its file names contain", async () => {
    const { owner } = team;
    const random = fc.sample(
      fc.string({ unit: "binary", minLength: 1, maxLength: 120 }).map((text) => text.replaceAll("\0", "x")),
      8,
    );
    const names = ["x".repeat(119), "x".repeat(9)].flatMap((text) => [
      `${text}💊.pdf`,
      `a.${text}💊`,
      `${text}👩‍👩‍👧e\u0301.txt`,
    ]);
    for (const name of [`${"x".repeat(59)}💊 Rosa`, random[0]!]) {
      const diaryId = await createNotebook(owner, { name });
      const noteId = await createNote(owner, diaryId, { title: "x".repeat(199), content: "💊".repeat(200) });
      const validFilenames = [...names, ...random].filter((each) => cleanFilename(each));
      for (const each of validFilenames)
        await attachAs(owner, { diaryId, noteId }, { ...TEXT_FILE, name: each });
      const copy = await copyFor(owner, diaryId);
      expect(copy.size).toBe(validFilenames.length + 2);
      const [note] = jsonOf(copy).notes;
      const filenames = note.attachments.map(({ filename }: { filename: string }) => filename);
      expect(filenames.sort()).toEqual(validFilenames.map(cleanFilename).sort());
      for (const path of copy.keys()) expect(path.isWellFormed()).toBe(true);
      for (const { path } of note.attachments) expect(copy.has(path)).toBe(true);
      expect(copy.get("notebook.html")).not.toContain("\ufffd");
    }
  });

  it("shows hostile texts as text, and notes without a key as lost", async () => {
    const { owner } = team;
    const diaryId = await createNotebook(owner);
    const content = HOSTILE_TEXTS.join("\n");
    const noteId = await createNote(owner, diaryId, { title: HOSTILE_TEXTS[0]!.slice(0, 200), content });
    await createComment(owner, diaryId, noteId, { content: content.slice(0, 9000) });
    for (const name of HOSTILE_TEXTS.slice(0, 10)) {
      await attachAs(owner, { diaryId, noteId }, { ...TEXT_FILE, name: name.slice(0, 200) });
    }
    await createNote(owner, diaryId, { title: "sealed", isEncrypted: true });
    await destroyKeys(service.database.db, diaryId);
    const copy = await copyFor(owner, diaryId);
    const html = copy.get("notebook.html")!;
    expect(html).toContain("default-src &#39;none&#39;".replaceAll("&#39;", "'"));
    for (const text of HOSTILE_TEXTS) {
      expect(html).toContain(escapeHtml(text));
      if (/[<>]/.test(text)) expect(html.split("</style>")[1]).not.toContain(text);
    }
    expect([...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag)).not.toContain("script");
    expect([...html.matchAll(/<a href="([^"]*)"/g)].every(([, href]) => href!.startsWith("files/"))).toBe(
      true,
    );
    expect([...copy.keys()].every((path) => !/(^|\/)\.\.?(\/|$)|\\|^\//.test(path))).toBe(true);
    expect(jsonOf(copy).notes.map((note: { isLost: boolean }) => note.isLost)).toEqual([false, true]);
  });
});
