import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createPerson,
  type TestPerson,
} from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
/** What a save of the form sends. */
const save = async (
  person: TestPerson,
  noteId: string,
  change: Partial<(typeof api.notes.updateNote)["_args"]>,
) => {
  const { title, content, noteDay, visibility, tags } = (await person.http.query(api.notes.getNote, {
    noteId,
  }))!;
  await person.http.mutation(api.notes.updateNote, {
    noteId,
    ...{ title, content: content as never, noteDay, visibility, tags },
    ...change,
  });
};
/** The names of people who were mailed about a mention since the last question. */
async function mailed() {
  const rows = await sql("delete from mail_outbox returning *");
  return rows
    .filter(({ subject }) => subject.includes("mentioned you"))
    .map(({ to_address: to }) =>
      Object.values(team).find((each) => typeof each !== "string" && each.email === to),
    )
    .map((person) => (person as TestPerson | undefined)?.userId)
    .sort();
}
const told = async (noteId: string) => (await sql("select told from notes where id = $1", [noteId]))[0].told;

describe("a mention in a note", () => {
  it("is shown by the person's name, and tells them by mail, once", async () => {
    const { caregiver, owner, diaryId } = team;
    await mailed();
    const noteId = await createNote(caregiver, diaryId, {
      content: "@Olga Owner, can you call?",
      mentions: [owner.userId, owner.userId.toUpperCase()],
    });
    expect(await owner.http.query(api.notes.getNote, { noteId })).toMatchObject({
      mentions: [owner.userId],
      mentioned: [{ userId: owner.userId, name: "Olga Owner" }],
    });
    expect(await mailed()).toEqual([owner.userId]);
    await save(caregiver, noteId, { content: "@Olga Owner, please call." });
    expect(await mailed()).toEqual([]);
    // Taking it away and mentioning again tells nobody twice.
    await save(caregiver, noteId, { mentions: [] });
    await save(caregiver, noteId, { mentions: [owner.userId] });
    expect(await mailed()).toEqual([]);
  });

  it("added by an edit tells only those who are new", async () => {
    const { caregiver, owner, admin, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { mentions: [owner.userId] });
    await mailed();
    await save(caregiver, noteId, { mentions: [owner.userId, admin.userId] });
    expect(await mailed()).toEqual([admin.userId]);
    expect(await told(noteId)).toEqual([owner.userId, admin.userId]);
  });

  it("in a private note tells nobody until the note is shared", async () => {
    const { caregiver, owner, viewer, diaryId } = team;
    await mailed();
    const mentions = [owner.userId, viewer.userId];
    const noteId = await createNote(caregiver, diaryId, { visibility: "private", mentions });
    expect([await mailed(), await told(noteId)]).toEqual([[], []]);
    await save(caregiver, noteId, { visibility: "team" });
    expect(await mailed()).toEqual([owner.userId]);
    await save(caregiver, noteId, { visibility: "extended" });
    expect(await mailed()).toEqual([viewer.userId]);
    await save(caregiver, noteId, { visibility: "private" });
    await save(caregiver, noteId, { visibility: "extended" });
    expect(await mailed()).toEqual([]);
  });

  it("of oneself is told by nobody, whoever edits later", async () => {
    const { caregiver, admin, diaryId } = team;
    await mailed();
    const noteId = await createNote(caregiver, diaryId, { mentions: [caregiver.userId] });
    await save(admin, noteId, { title: "A word corrected" });
    expect(await mailed()).toEqual([]);
  });

  it("of somebody who isn't a member is refused; who has left since stays in the text", async () => {
    const { caregiver, outsider, diaryId } = team;
    const refusal = {
      data: {
        code: "invalid",
        message: "Only members of this notebook can be mentioned",
        path: "mentions",
      },
    };
    await expect(createNote(caregiver, diaryId, { mentions: [outsider.userId] })).rejects.toMatchObject(
      refusal,
    );
    const noteId = await createNote(caregiver, diaryId);
    await expect(save(caregiver, noteId, { mentions: [outsider.userId] })).rejects.toMatchObject(refusal);
    const leaver = await createPerson(service, "Lena Leaver");
    await addMember(service, diaryId, leaver, "member");
    const content = "@Lena Leaver was here.";
    const kept = await createNote(caregiver, diaryId, { content, mentions: [leaver.userId] });
    await sql("delete from members where user_id = $1", [leaver.userId]);
    await mailed();
    await save(caregiver, kept, { title: "Kept", mentions: [leaver.userId] });
    expect(await caregiver.http.query(api.notes.getNote, { noteId: kept })).toMatchObject({
      content: { data: { text: content } },
      mentioned: [{ name: "Lena Leaver" }],
    });
    expect(await mailed()).toEqual([]);
  });

  it("is refused beyond 50 people", async () => {
    const mentions = Array.from({ length: 51 }, () => crypto.randomUUID());
    await expect(createNote(team.caregiver, team.diaryId, { mentions })).rejects.toMatchObject({
      data: { message: "A note may mention at most 50 people" },
    });
  });

  it("says nothing of the note in its mail and leads to it", async () => {
    const { caregiver, owner, diaryId } = team;
    await sql("delete from mail_outbox");
    const noteId = await createNote(caregiver, diaryId, {
      title: "The diagnosis",
      content: "@Olga Owner it is benign.",
      mentions: [owner.userId],
      isEncrypted: true,
    });
    const note = (await owner.http.query(api.notes.getNote, { noteId }))!;
    const [mail] = await sql("select * from mail_outbox");
    expect(mail.text_body).toContain(`/care/${note.diaryShortId}/note/${note.shortId}`);
    expect(mail.text_body).toContain("Read the note");
    expect(JSON.stringify(mail)).not.toMatch(/benign|diagnosis/);
    // The ids stand beside the sealed text, as those of comments do.
    expect(note).toMatchObject({ isEncrypted: true, mentioned: [{ name: "Olga Owner" }] });
    const [row] = await sql("select title, content, mentions from notes where id = $1", [noteId]);
    expect(row).toEqual({ title: null, content: null, mentions: [owner.userId] });
  });
});

describe("the time of a note", () => {
  it("is kept by an edit without one, changed by one with, and taken away by null", async () => {
    const { caregiver, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { noteTime: "14:30" });
    const time = async () => (await caregiver.http.query(api.notes.getNote, { noteId }))!.noteTime;
    expect(await time()).toBe("14:30");
    await save(caregiver, noteId, { title: "Changed" });
    expect(await time()).toBe("14:30");
    await save(caregiver, noteId, { noteTime: "00:05" });
    expect(await time()).toBe("00:05");
    const [row] = await caregiver.http.query(api.notes.listNotes, { diaryId, limit: 1 });
    expect(row).toMatchObject({ _id: noteId, noteTime: "00:05" });
    await save(caregiver, noteId, { noteTime: null });
    expect(await time()).toBeUndefined();
  });

  it.each(["24:00", "9:30", "14:60", "noon", ""])("%j is refused", async (noteTime) => {
    await expect(createNote(team.caregiver, team.diaryId, { noteTime })).rejects.toMatchObject({
      data: { code: "invalid", message: "Please enter a time such as 14:30", path: "noteTime" },
    });
  });
});
