import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createPerson,
  noteArguments,
  type TestPerson,
} from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { spec } from "../../../../test/spec.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

type Change = Partial<Parameters<typeof noteArguments>[1]>;

async function edit(who: TestPerson, noteId: string, change: Change): Promise<void> {
  const { diaryId: _, type: __, ...fields } = noteArguments("", change);
  await who.http.mutation(api.notes.updateNote, { noteId, ...fields });
}
const history = (who: TestPerson, noteId: string) => who.http.query(api.notes.listNoteVersions, { noteId });
const version = (who: TestPerson, noteId: string, number: number) =>
  who.http.query(api.notes.getNoteVersion, { noteId, version: number });
const numbers = async (who: TestPerson, noteId: string) =>
  (await history(who, noteId))?.map((each) => each.version) ?? null;

describe("the history of a note", () => {
  it("names each version's author, time and changed fields", async () => {
    const { caregiver, admin, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { title: "First", content: "One", tags: ["a"] });
    await edit(admin, noteId, { title: "Second", content: "One", tags: ["a"] });
    await edit(caregiver, noteId, { title: "Second", content: "Two", tags: ["b"], noteDate: 5 });
    await edit(caregiver, noteId, { title: "Second", content: "Two", tags: ["b"], noteDate: 5 });
    await edit(admin, noteId, {
      title: "Second",
      content: "Two",
      tags: ["b"],
      noteDay: "1970-01-01",
      visibility: "extended",
    });
    const row = (version: number, who: TestPerson, name: string, changed: string[], isPresent = false) => ({
      version,
      writerId: who.userId,
      writerName: name,
      writtenAt: expect.any(Number),
      changed,
      isPresent,
    });
    const list = (await history(caregiver, noteId))!;
    expect(list).toEqual([
      row(4, admin, "Adam Admin", ["visibility"], true),
      row(3, caregiver, "Clara Caregiver", ["content", "noteDate", "tags"]),
      row(2, admin, "Adam Admin", ["title"]),
      row(1, caregiver, "Clara Caregiver", []),
    ]);
    const times = list.map((each) => each.writtenAt);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it("keeps the content of each version, including the current one", async () => {
    const { caregiver, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, {
      title: "First",
      content: "One",
      tags: ["a"],
      noteDay: "2026-03-01",
    });
    await edit(caregiver, noteId, { title: "Second", content: "Two", noteDay: "2026-03-02" });
    expect(await version(caregiver, noteId, 1)).toEqual({
      version: 1,
      type: "default",
      title: "First",
      content: { type: "default", data: { text: "One" }, metadata: {} },
      isLost: false,
      mentioned: [],
      noteDay: "2026-03-01",
      noteDate: Date.UTC(2026, 2, 1),
      visibility: "team",
      tags: ["a"],
      writerId: caregiver.userId,
      writerName: "Clara Caregiver",
      writtenAt: expect.any(Number),
      isPresent: false,
    });
    expect(await version(caregiver, noteId, 2)).toMatchObject({
      title: "Second",
      noteDay: "2026-03-02",
      isPresent: true,
    });
    for (const number of [3, 2_147_483_647]) expect(await version(caregiver, noteId, number)).toBeNull();
  });

  it("keeps each version's time and the people it mentioned", async () => {
    const { caregiver, owner, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, {
      content: "@Olga Owner, she fell.",
      mentions: [owner.userId],
      noteTime: "14:30",
    });
    await edit(caregiver, noteId, { content: "She fell.", mentions: [], noteTime: null });
    expect(await version(caregiver, noteId, 1)).toMatchObject({
      noteTime: "14:30",
      mentioned: [{ userId: owner.userId, name: "Olga Owner" }],
    });
    const present = (await version(caregiver, noteId, 2))!;
    expect(present.mentioned).toEqual([]);
    expect(present).not.toHaveProperty("noteTime");
    const [changed] = (await caregiver.http.query(api.notes.listNoteVersions, { noteId }))!;
    expect(changed!.changed).toEqual(["content", "noteTime"]);
  });

  it("is live", async () => {
    const { caregiver, owner, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId);
    const seen: number[] = [];
    service
      .connect(owner)
      .onUpdate(api.notes.listNoteVersions, { noteId }, (list) => seen.push(list!.length));
    await expect.poll(() => seen).toEqual([1]);
    await edit(caregiver, noteId, { title: "Changed" });
    await expect.poll(() => seen.at(-1)).toBe(2);
  });

  it("lists at most the newest 200 former versions", async () => {
    const { caregiver, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId);
    await service.database.pool.query("update notes set version = 306, changed = '{title}' where id = $1", [
      noteId,
    ]);
    await service.database.pool.query(
      `insert into note_versions (note_id, diary_id, version, title, content, changed, note_day, visibility, tags, written_by, written_at)
       select $1, $2, i, 'Title ' || i, '{"type":"default"}', '{content}', now(), 'team', '{}', $3, now() from generate_series(1, 305) i`,
      [noteId, diaryId, caregiver.userId],
    );
    const list = (await history(caregiver, noteId))!;
    expect(list.map((each) => each.version)).toEqual(Array.from({ length: 201 }, (_, i) => 306 - i));
    expect(list.at(-1)!.changed).toEqual(["content"]);
  });
});

describe("versions from a time when a note had fewer readers", () => {
  it("stay visible to those who could see them", { tags: spec("CORE-624 CORE-625 CORE-626") }, async () => {
    const { caregiver, owner, viewer, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { title: "canary private", visibility: "private" });
    await edit(caregiver, noteId, { title: "canary still private", visibility: "private" });
    await edit(caregiver, noteId, { title: "canary team", visibility: "team" });
    await edit(caregiver, noteId, { title: "For all", visibility: "extended" });
    await edit(caregiver, noteId, { title: "For all, again", visibility: "extended" });
    expect(await numbers(caregiver, noteId)).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers(owner, noteId)).toEqual([5, 4, 3]);
    expect(await numbers(viewer, noteId)).toEqual([5, 4]);
    const shown = async (who: TestPerson) =>
      JSON.stringify([
        await history(who, noteId),
        ...(await Promise.all([1, 2, 3, 4, 5].map((number) => version(who, noteId, number)))),
      ]);
    expect(await shown(owner)).not.toContain("private");
    expect(await shown(viewer)).not.toContain("canary");
    // The changes since a version that they don't see stay hidden, too.
    expect((await history(owner, noteId))!.at(-1)!.changed).toEqual(["visibility"]);
    expect((await history(caregiver, noteId))!.at(-3)!.changed).toEqual(["title", "visibility"]);
  });

  it("are hidden at once when the note itself is hidden", { tags: spec("CORE-624") }, async () => {
    const { caregiver, owner, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { visibility: "team" });
    const seen: (number | null)[] = [];
    service
      .connect(owner)
      .onUpdate(api.notes.listNoteVersions, { noteId }, (list) => seen.push(list?.length ?? null));
    await expect.poll(() => seen).toEqual([1]);
    await edit(caregiver, noteId, { visibility: "private" });
    await expect.poll(() => seen.at(-1)).toBeNull();
    expect(await version(owner, noteId, 1)).toBeNull();
    expect(await numbers(caregiver, noteId)).toEqual([2, 1]);
  });

  it("follow the reader's current role: a caregiver who becomes a viewer loses the team's versions", {
    tags: spec("CORE-625"),
  }, async () => {
    const { caregiver, diaryId } = team;
    const someone = await createPerson(service, "Dora Demoted");
    await addMember(service, diaryId, someone, "member");
    const noteId = await createNote(caregiver, diaryId, { visibility: "team" });
    await edit(caregiver, noteId, { title: "For all", visibility: "extended" });
    expect(await numbers(someone, noteId)).toEqual([2, 1]);
    await service.database.pool.query("update members set role = 'extended' where user_id = $1", [
      someone.userId,
    ]);
    expect(await numbers(someone, noteId)).toEqual([2]);
  });
});
