import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, careTeam, createNote, insertDiaryProgram, noteArguments } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { attachAs } from "../../../test/uploads.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[]) => (await service.database.pool.query(text, values)).rows;

describe("notes.deleteNote", () => {
  it("deletes a note with its versions, comments, attachments and tasks, and keeps an audit event without content", async () => {
    const { caregiver, admin, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { title: "canary" });
    const { diaryId: _, type: __, ...fields } = noteArguments("", { title: "canary again" });
    await caregiver.http.mutation(api.notes.updateNote, { noteId, ...fields });
    await caregiver.http.mutation(api.comments.createComment, {
      diaryId,
      targetType: "note",
      targetId: noteId,
      content: "C",
    });
    await attachAs(caregiver, { diaryId, noteId });
    await sql(
      `insert into tasks (id, diary_id, note_id, title, created_by) values (gen_random_uuid(), $1, $2, 'T', $3)`,
      [diaryId, noteId, caregiver.userId],
    );
    const countRemaining = async () =>
      Object.fromEntries(
        await Promise.all(
          ["note_versions", "comments", "attachments", "tasks"].map(async (table) => [
            table,
            (await sql(`select count(*)::int as n from ${table} where note_id = $1`, [noteId]))[0].n,
          ]),
        ),
      );
    expect(await countRemaining()).toEqual({ note_versions: 1, comments: 1, attachments: 1, tasks: 1 });
    expect(await admin.http.mutation(api.notes.deleteNote, { noteId })).toBeNull();
    expect(await countRemaining()).toEqual({ note_versions: 0, comments: 0, attachments: 0, tasks: 0 });
    for (const who of [caregiver, admin]) {
      expect(await who.http.query(api.notes.getNote, { noteId })).toBeNull();
      expect(await who.http.query(api.notes.listNoteVersions, { noteId })).toBeNull();
    }
    expect(
      await sql(
        "select event_type, actor_id, diary_id, target_type, details from audit_events where target_id = $1",
        [noteId],
      ),
    ).toEqual([
      {
        event_type: "note.deleted",
        actor_id: admin.userId,
        diary_id: diaryId,
        target_type: "note",
        details: { type: "default", visibility: "team", authorId: caregiver.userId },
      },
    ]);
  });

  it("refuses a caregiver while somebody else's program is on it, and lets those who manage programs", async () => {
    const { caregiver, admin, diaryId } = team;
    const countRemaining = async (diaryProgramId: string) =>
      (await sql("select note_id from diary_programs where id = $1", [diaryProgramId])).length;
    const noteId = await createNote(caregiver, diaryId);
    const theirs = await insertDiaryProgram(service, diaryId, admin.userId, noteId);
    await expect(caregiver.http.mutation(api.notes.deleteNote, { noteId })).rejects.toMatchObject({
      data: {
        code: "conflict",
        message:
          "Somebody else activated a care program on this note. Ask them, or an admin of the notebook, to delete the program first",
      },
    });
    expect(await countRemaining(theirs)).toBe(1);
    expect(await caregiver.http.query(api.notes.getNote, { noteId })).not.toBeNull();
    await admin.http.mutation(api.notes.deleteNote, { noteId });
    expect(await countRemaining(theirs)).toBe(0);

    const another = await createNote(caregiver, diaryId);
    const own = await insertDiaryProgram(service, diaryId, caregiver.userId, another);
    await caregiver.http.mutation(api.notes.deleteNote, { noteId: another });
    expect(await countRemaining(own)).toBe(0);
  });

  it("shows at once in everybody's list and on the note's own page", async () => {
    const { owner, caregiver, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { title: "Going" });
    const titles: string[][] = [];
    const pages: unknown[] = [];
    const client = service.connect(owner);
    client.onUpdate(api.notes.listNotes, { diaryId }, (notes) =>
      titles.push(notes.map((note) => note.title)),
    );
    client.onUpdate(api.notes.getNote, { noteId }, (note) => pages.push(note));
    await expect.poll(() => [titles.at(-1)?.includes("Going"), pages.length]).toEqual([true, 1]);
    await caregiver.http.mutation(api.notes.deleteNote, { noteId });
    await expect.poll(() => [titles.at(-1)?.includes("Going"), pages.at(-1)]).toEqual([false, null]);
  });

  it("deletes once: a second caller is refused", async () => {
    const { owner, admin, caregiver, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId);
    const outcomes = await Promise.allSettled(
      [owner, admin, caregiver].map((who) => who.http.mutation(api.notes.deleteNote, { noteId })),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) expect(reason).toMatchObject({ data: { message: "Access denied" } });
    expect(await sql("select 1 from audit_events where target_id = $1", [noteId])).toHaveLength(1);
  });
});
