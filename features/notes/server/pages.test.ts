import type { FunctionArgs } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addNotes } from "../../../test/many-notes.ts";
import {
  addMember,
  api,
  careTeam,
  createMedicationList,
  createNote,
  createNotebook,
  createPerson,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

type Filter = Omit<FunctionArgs<typeof api.notes.pageNotes>, "diaryId" | "paginationOpts">;
const DAY = 86_400_000;

const page = (
  who: TestPerson,
  diaryId: string,
  filter: Filter = {},
  cursor: string | null = null,
  numItems = 50,
) => who.http.query(api.notes.pageNotes, { diaryId, ...filter, paginationOpts: { numItems, cursor } });

const titles = async (who: TestPerson, diaryId: string, filter: Filter = {}) =>
  (await page(who, diaryId, filter)).page.map((note) => note.title);

/** A notebook of one person with notes of these titles and texts, one per day, the last one newest. */
async function notebookWith(notes: (Parameters<typeof createNote>[2] & { title: string })[]) {
  const owner = await createPerson(service, "Paula Pages");
  const diaryId = await createNotebook(owner);
  for (const [day, note] of notes.entries())
    await createNote(owner, diaryId, { noteDate: day * DAY, ...note });
  return { owner, diaryId };
}

describe("notes.pageNotes", () => {
  it("returns the notes of the list page by page, newest date first", {
    tags: spec("CORE-330"),
  }, async () => {
    const owner = await createPerson(service, "Mona Many");
    const diaryId = await createNotebook(owner);
    await addNotes(service.database, { diaryId, userId: owner.userId, count: 127, from: 1 });
    // Many notes of one day, which are sorted by their ids.
    await service.database.pool.query(
      "update notes set note_day = current_date where diary_id = $1 and visibility = 'team'",
      [diaryId],
    );
    const list = await owner.http.query(api.notes.listNotes, { diaryId });
    for (const numItems of [50, 7]) {
      const read = [];
      for (let cursor: string | null = null; ; ) {
        const next = await page(owner, diaryId, {}, cursor, numItems);
        read.push(...next.page);
        if (next.isDone) break;
        expect(next.page).toHaveLength(numItems);
        cursor = next.continueCursor;
      }
      expect(read).toEqual(list);
    }
    expect(list).toHaveLength(127);
  });

  it.each(["0001-01-01", "1969-12-31", "2026-03-29", "9999-12-31"])(
    "continues exactly after the day %s",
    async (noteDay) => {
      const { owner, diaryId } = await notebookWith([]);
      for (const title of ["first", "second", "third"]) await createNote(owner, diaryId, { title, noteDay });
      const first = await page(owner, diaryId, {}, null, 1);
      const second = await page(owner, diaryId, {}, first.continueCursor, 1);
      const third = await page(owner, diaryId, {}, second.continueCursor, 1);
      expect([first, second, third].map((each) => each.page[0]!.title)).toEqual(["third", "second", "first"]);
      expect(third.isDone).toBe(true);
    },
  );

  it("refuses an invalid cursor and a page that is too large", async () => {
    const { owner, diaryId } = team;
    const forged = (key: unknown) => Buffer.from(JSON.stringify(key)).toString("base64url");
    for (const cursor of [
      "x",
      forged(["0", "x"]),
      forged(["1790000000000000", diaryId]),
      forged(["2026-02-30", diaryId]),
      forged(["10000-01-01", diaryId]),
    ]) {
      await expect(page(owner, diaryId, {}, cursor)).rejects.toMatchObject({
        data: { code: "invalid", message: expect.stringContaining("InvalidCursor") },
      });
    }
    await expect(page(owner, diaryId, {}, null, 101)).rejects.toMatchObject({ data: { code: "invalid" } });
  });

  it("filters by type, author, tag and days, each alone and together", async () => {
    const { owner, caregiver, diaryId } = team;
    const by = (who: TestPerson, title: string, day: number, tags: string[] = []) =>
      createNote(who, diaryId, { title, noteDate: day * DAY, tags });
    await by(owner, "owner 1", 1, ["Sleep"]);
    await by(caregiver, "caregiver 2", 2, ["sleep", "pain"]);
    await by(caregiver, "caregiver 3", 3, ["sleepless"]);
    await createMedicationList(owner, diaryId, [{ genericName: "Ramipril" }], {
      title: "list 4",
      noteDate: 4 * DAY,
      tags: ["SLEEP"],
    });
    const seen = (filter: Filter) => titles(owner, diaryId, filter);
    expect(await seen({})).toEqual(["list 4", "caregiver 3", "caregiver 2", "owner 1"]);
    expect(await seen({ type: "current-medications" })).toEqual(["list 4"]);
    expect(await seen({ type: "default" })).toEqual(["caregiver 3", "caregiver 2", "owner 1"]);
    expect(await seen({ createdBy: caregiver.userId })).toEqual(["caregiver 3", "caregiver 2"]);
    expect(await seen({ tag: "sLeEp " })).toEqual(["list 4", "caregiver 2", "owner 1"]);
    expect(await seen({ tag: "slee" })).toEqual([]);
    expect(await seen({ from: 2 * DAY, to: 3 * DAY })).toEqual(["caregiver 3", "caregiver 2"]);
    // A date filter may be any moment of a day.
    expect(await seen({ from: 3 * DAY - 1 })).toEqual(["list 4", "caregiver 3", "caregiver 2"]);
    expect(await seen({ from: 3 * DAY })).toEqual(["list 4", "caregiver 3"]);
    expect(await seen({ to: 2 * DAY - 1 })).toEqual(["owner 1"]);
    expect(await seen({ tag: "SLEEP", createdBy: owner.userId, type: "default", to: 9 * DAY })).toEqual([
      "owner 1",
    ]);
    expect(await seen({ createdBy: team.outsider.userId })).toEqual([]);
  });

  it.each([
    ["a tag of 51 characters", { tag: "x".repeat(51) }, "The tag may have at most 50 characters"],
    ["an author that isn't an id", { createdBy: "somebody" }, "The author isn't in a form that can be read"],
    ["a search of 201 characters", { text: "x".repeat(201) }, "A search may have at most 200 characters"],
    [
      "a type that there isn't",
      { type: "poem" as never },
      "The kind of note must be one of the choices offered",
    ],
    ["a date that isn't one", { from: 1e18 }, "Invalid date selected"],
  ])("refuses %s", async (_, filter, message) => {
    await expect(page(team.owner, team.diaryId, filter)).rejects.toMatchObject({
      data: { code: "invalid", message },
    });
  });

  it("counts the comments and attachments that the reader sees", async () => {
    const { owner, caregiver, viewer } = team;
    const diaryId = await createNotebook(owner);
    await addMember(service, diaryId, caregiver, "member");
    await addMember(service, diaryId, viewer, "extended");
    const noteId = await createNote(owner, diaryId, { visibility: "extended" });
    const comment = (who: TestPerson, visibility: "private" | "team" | "extended") =>
      who.http.mutation(api.comments.createComment, {
        diaryId,
        targetType: "note",
        targetId: noteId,
        content: "C",
        visibility,
      });
    await comment(owner, "extended");
    await comment(owner, "team");
    await comment(owner, "private");
    await comment(caregiver, "private");
    await comment(viewer, "team");
    await service.database.pool.query(
      `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by)
       select gen_random_uuid(), $1, $2, 'f', 'text/plain', 1, $3 from generate_series(1, 2)`,
      [diaryId, noteId, owner.userId],
    );
    const counts = async (who: TestPerson) => {
      const [paged] = (await page(who, diaryId)).page;
      const [firstNote] = await who.http.query(api.notes.listNotes, { diaryId });
      expect(firstNote).toEqual(paged);
      return [paged!.commentCount, paged!.attachmentCount];
    };
    expect(await counts(owner)).toEqual([4, 2]);
    expect(await counts(caregiver)).toEqual([4, 2]);
    // A viewer sees notes for everyone and their own.
    expect(await counts(viewer)).toEqual([2, 2]);
  });

  it("is live: a note appears, changes and disappears on the page of its date", async () => {
    const { owner, diaryId } = await notebookWith([{ title: "one" }, { title: "three", noteDate: 3 * DAY }]);
    const seen: string[][] = [];
    service
      .connect(owner)
      .onUpdate(
        api.notes.pageNotes,
        { diaryId, tag: "kept", paginationOpts: { numItems: 50, cursor: null } },
        ({ page: notes }) => seen.push(notes.map((note) => note.title)),
      );
    await expect.poll(() => seen).toEqual([[]]);
    const noteId = await createNote(owner, diaryId, { title: "two", noteDate: 2 * DAY, tags: ["Kept"] });
    await expect.poll(() => seen.at(-1)).toEqual(["two"]);
    await owner.http.mutation(api.notes.deleteNote, { noteId });
    await expect.poll(() => seen.at(-1)).toEqual([]);
  });
});

describe("the search of notes", () => {
  const found = async (text: string, notes: Parameters<typeof notebookWith>[0]) => {
    const { owner, diaryId } = await notebookWith(notes);
    return titles(owner, diaryId, { text });
  };

  it.each([
    ["a word of the title", "walked", "Walked to the window", "x", true],
    ["a word of the text", "metres", "x", "Twelve metres, two rests.", true],
    ["letters in another case", "METRES window", "Walked to the Window", "Twelve metres", true],
    ["the last word as a beginning", "twelve met", "x", "Twelve metres", true],
    ["but not another word as a beginning", "twel metres", "x", "Twelve metres", false],
    ["a single letter as a word, not as a beginning", "twelve m", "x", "Twelve metres", false],
    ["a single sign of other scripts as a beginning", "今", "x", "今天很好", true],
    ["the end of a word", "etres", "x", "Twelve metres", false],
    ["all words, in any order", "rests twelve", "x", "Twelve metres, two rests.", true],
    ["not some of them", "twelve apples", "x", "Twelve metres", false],
    ["words without their accents", "mudigkeit cafe", "Müdigkeit", "im Café", true],
    ["words with accents that the note lacks", "Müdigkeit", "Mudigkeit", "x", true],
    ["accents however they are made", "Mu\u0308digkeit", "M\u00fcdigkeit", "x", true],
    ["Greek and Cyrillic in any case", "ПРИВЕТ αθήνα", "Привет", "στην Αθήνα", true],
    ["numbers and units", "120/80 2.5 mg", "x", "Pressure 120/80, took 2.5 mg", true],
    ["parts of compound words", "half-li", "x", "the half-life of it", true],
    ["a part of an address", "example.org", "x", "wrote to rosa@example.org", true],
    ["operators of the database as words", "a & !b | c:*", "x", "a b c", true],
    ["quotes and backslashes as nothing", "'walked\\ \"", "Walked", "x", true],
    ["only signs: nothing", "&|!():*<->''\\", "x", "a & b", false],
    ["its tags", "mobility", "x", "y", true],
    ["a very long word by its beginning", "x".repeat(70), "x".repeat(90), "y", true],
  ])("finds %s", async (_, text, title, content, isFound) => {
    const note = { title, content, tags: ["Mobility"] };
    expect(await found(text, [note, { title: "Another", content: "of no interest" }])).toEqual(
      isFound ? [title] : [],
    );
  });

  it("returns all notes when it has no words", async () => {
    expect(await found("  ", [{ title: "one" }, { title: "two" }])).toEqual(["two", "one"]);
  });

  it("finds medications by name, dose, time and notes, but not by texts that every list has", async () => {
    const { owner, diaryId } = await notebookWith([{ title: "Other", content: "nothing" }]);
    const row = {
      genericName: "Ramipril",
      brandName: "Delix",
      dosage: "5 mg",
      timing: "breakfast",
      notes: "with water",
    };
    await createMedicationList(owner, diaryId, [row], { title: "List" });
    for (const text of ["rami", "delix", "5 mg", "breakfast", "water"]) {
      expect(await titles(owner, diaryId, { text })).toEqual(["List"]);
    }
    for (const text of ["unknown", "manual", "medications"])
      expect(await titles(owner, diaryId, { text })).toEqual([]);
  });

  it("follows an edit: it finds new words, and old ones no more", async () => {
    const { owner, diaryId } = await notebookWith([]);
    const noteId = await createNote(owner, diaryId, { title: "Note", content: "apples" });
    await owner.http.mutation(api.notes.updateNote, {
      noteId,
      title: "Note",
      content: "pears",
      noteDate: 0,
      visibility: "team",
      tags: [],
    });
    expect(await titles(owner, diaryId, { text: "apples" })).toEqual([]);
    expect(await titles(owner, diaryId, { text: "pears" })).toEqual(["Note"]);
  });

  it("finds only what the searcher sees, in this notebook", {
    tags: spec("CORE-607 CORE-624 CORE-625 CORE-626"),
  }, async () => {
    const { owner, caregiver, viewer } = team;
    const diaryId = await createNotebook(owner);
    await addMember(service, diaryId, caregiver, "member");
    await addMember(service, diaryId, viewer, "extended");
    for (const visibility of ["private", "team", "extended"] as const) {
      await createNote(owner, diaryId, {
        title: visibility,
        content: "peppermint",
        visibility,
        tags: ["tea"],
      });
    }
    await createNote(owner, team.diaryId, { title: "elsewhere", content: "peppermint", tags: ["tea"] });
    for (const filter of [{ text: "peppermint" }, { tag: "tea" }]) {
      expect((await titles(owner, diaryId, filter)).sort()).toEqual(["extended", "private", "team"]);
      expect((await titles(caregiver, diaryId, filter)).sort()).toEqual(["extended", "team"]);
      expect(await titles(viewer, diaryId, filter)).toEqual(["extended"]);
    }
  });

  it.each([
    ["letters of four bytes with blanks between", "𐐷 ".repeat(33_000)],
    [
      "50,000 different short words",
      Array.from({ length: 16_000 }, (_, i) => i.toString(36).padStart(5, "q")).join(" "),
    ],
    ["one word of 100,000 letters", "x".repeat(100_000)],
    ["long words with hyphens", `${"가각".repeat(24)}-`.repeat(2040)],
    ["a letter with 99,999 accents", `a${"\u0301".repeat(99_999)}`],
    ["nothing but signs", "&".repeat(100_000)],
    ["letters that lower case makes longer", "İ ".repeat(50_000)],
    ["many addresses", "http://a.b/c?d=e ".repeat(5800)],
  ])("finds words of the longest notes: %s", async (_, content) => {
    const { owner, diaryId } = await notebookWith([
      { title: "findable", content: [...content].slice(0, 100_000).join("") },
    ]);
    expect(await titles(owner, diaryId, { text: "findable" })).toEqual(["findable"]);
  });
});

describe("notes.listNoteTags", () => {
  it("counts the tags of the notes that the reader sees, without case, in the most common spelling, most used first", async () => {
    const { owner, caregiver, viewer } = team;
    const diaryId = await createNotebook(owner);
    await addMember(service, diaryId, caregiver, "member");
    await addMember(service, diaryId, viewer, "extended");
    const tags = (who: TestPerson) => who.http.query(api.notes.listNoteTags, { diaryId });
    expect(await tags(owner)).toEqual([]);
    await createNote(owner, diaryId, { tags: ["Sleep", "pain"], visibility: "team" });
    await createNote(owner, diaryId, { tags: ["sleep"], visibility: "team" });
    await createNote(owner, diaryId, { tags: ["Sleep", "Ähre"], visibility: "extended" });
    await createNote(owner, diaryId, { tags: ["secret", "ähre"], visibility: "private" });
    expect(await tags(owner)).toEqual([
      { tag: "Sleep", count: 3 },
      { tag: expect.stringMatching(/^ähre$/i), count: 2 },
      { tag: "pain", count: 1 },
      { tag: "secret", count: 1 },
    ]);
    expect(await tags(caregiver)).toEqual([
      { tag: "Sleep", count: 3 },
      { tag: "pain", count: 1 },
      { tag: "Ähre", count: 1 },
    ]);
    expect(await tags(viewer)).toEqual([
      { tag: "Sleep", count: 1 },
      { tag: "Ähre", count: 1 },
    ]);
  });

  it("lists at most 200", async () => {
    const { owner, diaryId } = await notebookWith([]);
    for (let note = 0; note < 5; note++) {
      await createNote(owner, diaryId, { tags: Array.from({ length: 50 }, (_, i) => `tag ${note} ${i}`) });
    }
    expect(await owner.http.query(api.notes.listNoteTags, { diaryId })).toHaveLength(200);
  });
});
