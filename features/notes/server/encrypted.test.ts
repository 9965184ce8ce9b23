import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runOperatorCommand } from "../../../test/operator.ts";
import {
  api,
  careTeam,
  createMedicationList,
  createNote,
  createNotebook,
  noteArguments,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";
import { COMMANDS } from "../../notebooks/server/commands.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const isEncrypted = true;

async function edit(who: TestPerson, noteId: string, change: object = {}): Promise<string> {
  const { diaryId: _, type: __, ...fields } = noteArguments("", change);
  return who.http.mutation(api.notes.updateNote, { noteId, ...fields });
}
const get = (who: TestPerson, noteId: string) => who.http.query(api.notes.getNote, { noteId });
const list = (who: TestPerson, diaryId: string) => who.http.query(api.notes.listNotes, { diaryId });
const search = async (who: TestPerson, diaryId: string, filter: object) =>
  (
    await who.http.query(api.notes.pageNotes, {
      diaryId,
      ...filter,
      paginationOpts: { numItems: 50, cursor: null },
    })
  ).page.map((note) => note.title);

describe("an encrypted note", () => {
  it("reads as any other note, while its row has neither title nor content", {
    tags: spec("CORE-260 CORE-299 CORE-334"),
  }, async () => {
    const { caregiver, owner, diaryId } = team;
    const content = `Slept badly. ${"And so on. ".repeat(30)}`;
    const fields = { title: "A hard night", content, tags: ["sleep"], visibility: "extended" as const };
    const noteId = await createNote(caregiver, diaryId, { ...fields, isEncrypted });
    const plainId = await createNote(caregiver, diaryId, fields);
    const [note, plain] = [await get(owner, noteId), await get(owner, plainId)];
    expect(note).toEqual({
      ...plain,
      _id: noteId,
      shortId: note!.shortId,
      isEncrypted: true,
      _creationTime: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    const [first, second] = (await list(owner, diaryId)).map(({ title, preview, tags }) => ({
      title,
      preview,
      tags,
    }));
    expect(first).toEqual(second);
    expect(first!.preview).toMatch(/^Slept badly\. .*…$/);
    expect(await owner.http.query(api.notes.getNoteByShortId, { shortId: note!.shortId })).toEqual(note);
    const [row] = await sql("select * from notes where id = $1", [noteId]);
    expect(row).toMatchObject({
      title: null,
      content: null,
      preview: null,
      tags: ["sleep"],
      visibility: "extended",
    });
    expect(JSON.stringify(row)).not.toContain("Slept");
  });

  it("has encrypted versions, each bound to its place", async () => {
    const { caregiver, admin, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { title: "First", content: "One", isEncrypted });
    await edit(admin, noteId, { title: "Second", content: "One" });
    await edit(caregiver, noteId, { title: "Second", content: "Two" });
    expect(await get(admin, noteId)).toMatchObject({ title: "Second", version: 3, isEncrypted: true });
    const history = await caregiver.http.query(api.notes.listNoteVersions, { noteId });
    expect(history!.map(({ version, changed }) => [version, changed])).toEqual([
      [3, ["content"]],
      [2, ["title"]],
      [1, []],
    ]);
    const versions = await Promise.all(
      [1, 2, 3].map((version) => admin.http.query(api.notes.getNoteVersion, { noteId, version })),
    );
    expect(versions.map((each) => [each!.title, (each!.content.data as { text: string }).text])).toEqual([
      ["First", "One"],
      ["Second", "One"],
      ["Second", "Two"],
    ]);
    const rows = await sql("select title, content, sealed_head from note_versions where note_id = $1", [
      noteId,
    ]);
    expect(rows).toEqual([1, 2].map(() => ({ title: null, content: null, sealed_head: expect.any(Buffer) })));
  });

  it("writes nothing when an edit changes nothing", async () => {
    const { caregiver, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { isEncrypted });
    const before = await sql("select * from notes where id = $1", [noteId]);
    expect(await edit(caregiver, noteId)).toBe(noteId);
    expect(await sql("select * from notes where id = $1", [noteId])).toEqual(before);
  });

  it("can't be decrypted by an edit", { tags: spec("CORE-299 CORE-300 CORE-334") }, async () => {
    const { caregiver, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { isEncrypted });
    await expect(edit(caregiver, noteId, { isEncrypted: false })).rejects.toMatchObject({
      data: { code: "invalid", path: "isEncrypted" },
    });
  });

  it("is in a list like other notes, and its content is decrypted only when it is read", async () => {
    const { owner } = team;
    const diaryId = await createNotebook(owner);
    const rows = Array.from({ length: 8 }, (_, i) => ({ genericName: `Drug ${i}`, dosage: "1 mg" }));
    await createMedicationList(owner, diaryId, rows, { noteDay: "2026-03-01" });
    const noteId = await createMedicationList(owner, diaryId, rows, { noteDay: "2026-03-02", isEncrypted });
    const shown = async () =>
      (await list(owner, diaryId)).map(({ title, preview, medications }) => ({
        title,
        preview,
        medications,
      }));
    const [sealed, plain] = await shown();
    expect(sealed).toEqual(plain);
    expect(sealed!.medications).toEqual({
      shown: [0, 1, 2, 3, 4, 5].map((i) => `Drug ${i} 1 mg`),
      more: "+ 2 more",
    });
    await sql("update notes set sealed_content = 'x' where id = $1", [noteId]);
    expect(await shown()).toEqual([sealed, plain]);
    expect(await get(owner, noteId)).toMatchObject({ isLost: true });
  });

  it("is found by its tag, type, author and day, and by no word of its text", async () => {
    const { owner } = team;
    const diaryId = await createNotebook(owner);
    await createNote(owner, diaryId, {
      title: "Peppermint",
      content: "camomile",
      tags: ["Tea"],
      noteDay: "2026-03-05",
      isEncrypted,
    });
    await createMedicationList(owner, diaryId, [{ genericName: "Fennel" }], {
      title: "Peppermint list",
      tags: ["tea"],
      noteDay: "2026-03-06",
      isEncrypted,
    });
    const seen = (filter: object) => search(owner, diaryId, filter);
    for (const text of ["peppermint", "camomile", "fennel", "pepper", "tea"])
      expect(await seen({ text })).toEqual([]);
    expect(await seen({ tag: "TEA" })).toEqual(["Peppermint list", "Peppermint"]);
    expect(await seen({ type: "current-medications" })).toEqual(["Peppermint list"]);
    expect(await seen({ createdBy: owner.userId, to: Date.UTC(2026, 2, 5) })).toEqual(["Peppermint"]);
    expect(await owner.http.query(api.notes.listNoteTags, { diaryId })).toMatchObject([{ count: 2 }]);
  });

  it("can't be stored in plain text by any SQL, not even half of it", async () => {
    const { owner, diaryId } = team;
    const noteId = await createNote(owner, diaryId, { isEncrypted });
    const plainId = await createNote(owner, diaryId);
    for (const change of [
      "title = 'clear'",
      "preview = 'clear'",
      "shown = '{}'",
      "content = '{}'",
      "sealed_head = null",
      "sealed_content = null",
      "is_encrypted = false",
    ]) {
      await expect(sql(`update notes set ${change} where id = $1`, [noteId])).rejects.toMatchObject({
        constraint: "notes_sealed",
      });
    }
    for (const change of ["is_encrypted = true", "title = null", "sealed_head = 'x'"]) {
      await expect(sql(`update notes set ${change} where id = $1`, [plainId])).rejects.toMatchObject({
        constraint: "notes_sealed",
      });
    }
  });
});

/** A notebook with an encrypted note of two versions and an unencrypted note. */
async function twoNotes() {
  const { owner } = team;
  const diaryId = await createNotebook(owner);
  const sealedId = await createNote(owner, diaryId, { title: "Sealed", noteDay: "2026-03-02", isEncrypted });
  await edit(owner, sealedId, { title: "Sealed again", noteDay: "2026-03-02" });
  const plainId = await createNote(owner, diaryId, { title: "Plain", noteDay: "2026-03-01" });
  return { owner, diaryId, sealedId, plainId };
}

const LOST = "This note can't be read any more";

describe("an encrypted note whose key was destroyed", () => {
  it("says so at once on open screens, and affects no others", async () => {
    const { owner, diaryId, sealedId } = await twoNotes();
    const seen: string[][] = [];
    service
      .connect(owner)
      .onUpdate(api.notes.listNotes, { diaryId }, (notes) => seen.push(notes.map((note) => note.title)));
    await expect.poll(() => seen.at(-1)).toEqual(["Sealed again", "Plain"]);
    await runOperatorCommand(COMMANDS, `destroy-key ${diaryId}`, service);
    await expect.poll(() => seen.at(-1)).toEqual([LOST, "Plain"]);
    expect(await list(owner, diaryId)).toMatchObject([
      { _id: sealedId, title: LOST, preview: "", noteDay: "2026-03-02" },
      { title: "Plain" },
    ]);
    expect(await get(owner, sealedId)).toMatchObject({
      title: LOST,
      content: { type: "default", data: { text: "" } },
      isLost: true,
      canEdit: false,
    });
    expect(await owner.http.query(api.notes.getNoteVersion, { noteId: sealedId, version: 1 })).toMatchObject({
      title: LOST,
      isLost: true,
    });
    expect(await owner.http.query(api.notes.listNoteVersions, { noteId: sealedId })).toHaveLength(2);
  });

  it("can't be edited but deleted, and new encrypted notes work", async () => {
    const { owner, diaryId, sealedId } = await twoNotes();
    await sql("update notebook_keys set wrapped = null, destroyed_at = now() where diary_id = $1", [diaryId]);
    await expect(edit(owner, sealedId)).rejects.toMatchObject({ data: { code: "conflict", message: LOST } });
    await owner.http.mutation(api.notes.deleteNote, { noteId: sealedId });
    await createNote(owner, diaryId, { title: "New and sealed", noteDay: "2026-03-03", isEncrypted });
    expect((await list(owner, diaryId)).map((note) => note.title)).toEqual(["New and sealed", "Plain"]);
  });

  it("shows a list of medications as lost, not as empty", async () => {
    const { owner } = team;
    const diaryId = await createNotebook(owner);
    const noteId = await createMedicationList(owner, diaryId, [{ genericName: "Ramipril" }], { isEncrypted });
    await sql("update notebook_keys set wrapped = null, destroyed_at = now() where diary_id = $1", [diaryId]);
    expect(await owner.http.query(api.notes.latestMedications, { diaryId })).toMatchObject({
      _id: noteId,
      medications: [],
      isLost: true,
    });
    expect(await get(owner, noteId)).toMatchObject({
      isLost: true,
      content: { type: "current-medications" },
    });
  });
});

describe("encrypted data that is moved in the database", () => {
  it("can't be read in another note or in the place of a newer version", async () => {
    const { owner, diaryId, sealedId } = await twoNotes();
    const otherId = await createNote(owner, diaryId, { title: "Other", noteDay: "2026-03-03", isEncrypted });
    const [sealedColumns] = await sql("select sealed_head, sealed_content from notes where id = $1", [
      otherId,
    ]);
    await sql(
      `update notes o set sealed_head = s.sealed_head, sealed_content = s.sealed_content
         from notes s where s.id = $1 and o.id = $2`,
      [sealedId, otherId],
    );
    expect((await list(owner, diaryId)).map((note) => note.title)).toEqual([LOST, "Sealed again", "Plain"]);
    expect(await get(owner, otherId)).toMatchObject({ isLost: true });
    await sql("update notes set sealed_head = $2, sealed_content = $3 where id = $1", [
      otherId,
      sealedColumns.sealed_head,
      sealedColumns.sealed_content,
    ]);
    await sql(
      `update notes n set sealed_head = v.sealed_head, sealed_content = v.sealed_content
         from note_versions v where v.note_id = n.id and n.id = $1`,
      [sealedId],
    );
    expect((await list(owner, diaryId)).map((note) => note.title)).toEqual(["Other", LOST, "Plain"]);
  });
});
