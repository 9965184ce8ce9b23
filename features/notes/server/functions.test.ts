import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addNotes } from "../../../test/many-notes.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  createPerson,
  noteArguments,
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

const sql = async (text: string, values: unknown[]) => (await service.database.pool.query(text, values)).rows;
const DAY = 86_400_000;

function edit(noteId: string, change: object = {}) {
  const { diaryId: _, type: __, ...fields } = noteArguments("");
  return { noteId, ...fields, ...change };
}

describe("notes.createNote", () => {
  it("stores every field", async () => {
    const { caregiver, diaryId } = team;
    const from = Date.now();
    const noteDate = Date.UTC(2026, 2, 1, 7, 30);
    const noteId = await createNote(caregiver, diaryId, {
      title: "  Walked to the window ",
      content: " Twelve metres,\ntwo rests. ",
      noteDate,
      visibility: "extended",
      tags: ["Mobility", "mobility", " pain "],
      isEncrypted: false,
    });
    const note = (await caregiver.http.query(api.notes.getNote, { noteId }))!;
    expect(
      note,
      "@CORE-254 @CORE-256 @CORE-257 @CORE-258 @CORE-260 @CORE-261 @CORE-262 @CORE-263 @CORE-266 @CORE-331",
    ).toEqual({
      _id: noteId,
      shortId: expect.stringMatching(/^[2-9a-hjkmnp-z]{6}$/),
      diaryId,
      diaryShortId: expect.stringMatching(/^[2-9a-hjkmnp-z]{6}$/),
      type: "default",
      title: "Walked to the window",
      content: { type: "default", data: { text: "Twelve metres,\ntwo rests." }, metadata: {} },
      noteTypeName: "General note",
      noteTypeIcon: "FileText",
      creatorId: caregiver.userId,
      creatorName: "Clara Caregiver",
      visibility: "extended",
      isEncrypted: false,
      isLost: false,
      mentions: [],
      mentioned: [],
      tags: ["Mobility", "pain"],
      noteDay: "2026-03-01",
      // The start of the day, in the notebook's time zone.
      noteDate: Date.UTC(2026, 2, 1),
      version: 1,
      canEdit: true,
      canDelete: true,
      updatedAt: expect.any(Number),
      _creationTime: expect.any(Number),
    });
    expect(note._creationTime, "@CORE-265").toBeGreaterThanOrEqual(from - 1);
    expect(note.updatedAt, "@CORE-264").toBe(note._creationTime);
    const { title, content, visibility, isEncrypted, tags } = note;
    expect(
      { title, content, noteDate: note.noteDate, visibility, isEncrypted, tags },
      "@CORE-326 @CORE-328",
    ).toEqual({
      title: "Walked to the window",
      content: { type: "default", data: { text: "Twelve metres,\ntwo rests." }, metadata: {} },
      noteDate: Date.UTC(2026, 2, 1),
      visibility: "extended",
      isEncrypted: false,
      tags: ["Mobility", "pain"],
    });
  });

  it("finds it by its short or full id", {
    tags: spec("CORE-029 CORE-329"),
  }, async () => {
    const { owner, diaryId } = team;
    const noteId = await createNote(owner, diaryId);
    const note = (await owner.http.query(api.notes.getNote, { noteId }))!;
    expect(await owner.http.query(api.notes.getNoteByShortId, { shortId: note.shortId })).toEqual(note);
    for (const shortId of [note.shortId.toUpperCase(), noteId, "", `${note.shortId} `]) {
      expect(await owner.http.query(api.notes.getNoteByShortId, { shortId })).toBeNull();
    }
  });

  it.each([
    ["a misspelt field", { titel: "x" }, "This request has an entry that isn't known here"],
    [
      "text in the place of medications",
      { type: "current-medications" },
      "The content must be that of the note's kind",
    ],
    [
      "medications in the place of text",
      { content: { type: "current-medications", data: { medications: [{ genericName: "Ramipril" }] } } },
      "The content must be that of the note's kind",
    ],
    ["a type that there isn't", { type: "poem" }, "The kind of note must be one of the choices offered"],
  ])("refuses %s with a clear message", async (_, change, message) => {
    const { owner, diaryId } = team;
    const args = { ...noteArguments(diaryId), ...change } as ReturnType<typeof noteArguments>;
    await expect(owner.http.mutation(api.notes.createNote, args)).rejects.toMatchObject({
      data: {
        code: "invalid",
        message,
      },
    });
  });

  it.each(["0001-01-01", "0044-03-15", "1969-12-31", "9999-12-31"])(
    "stores the day %s, from the year 1 to 9999",
    async (noteDay) => {
      const owner = await createPerson(service, "Tina Times");
      for (const timeZone of ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati"]) {
        const diaryId = await createNotebook(owner, { timeZone });
        const noteId = await createNote(owner, diaryId, { noteDay });
        expect(await owner.http.query(api.notes.getNote, { noteId })).toMatchObject({ noteDay });
        expect(await owner.http.query(api.notes.listNotes, { diaryId })).toMatchObject([{ noteDay }]);
      }
    },
  );

  it("stores metadata, which stays when only the text is changed", async () => {
    const { caregiver, diaryId } = team;
    const metadata = { source: "import", page: 3 };
    const content = (text: string) => ({ type: "default" as const, data: { text } });
    const noteId = await caregiver.http.mutation(api.notes.createNote, {
      ...noteArguments(diaryId),
      content: { ...content("One"), metadata },
    });
    const read = async () => (await caregiver.http.query(api.notes.getNote, { noteId }))!.content;
    expect(await read()).toEqual({ ...content("One"), metadata });
    const { diaryId: _, type: __, ...fields } = noteArguments(diaryId);
    const update = (given: Parameters<typeof content>[0] | object) =>
      caregiver.http.mutation(api.notes.updateNote, { noteId, ...fields, content: given as never });
    await update("Two");
    expect(await read()).toEqual({ ...content("Two"), metadata });
    await update({ ...content("Three"), metadata: {} });
    expect(await read()).toEqual({ ...content("Three"), metadata: {} });
    await expect(
      update({ ...content("Four"), metadata: { long: "x".repeat(20_000) } }),
    ).rejects.toMatchObject({
      data: { code: "invalid" },
    });
  });

  it("turns a moment into a day of the notebook's time zone, unless a day is given", async () => {
    const owner = await createPerson(service, "Tina Times");
    const diaryId = await createNotebook(owner, { timeZone: "Europe/Berlin" });
    // Late in the evening of the 28th, in New York and in London.
    const noteDate = Date.parse("2026-03-28T23:30:00Z");
    const first = await createNote(owner, diaryId, { noteDate });
    expect(await owner.http.query(api.notes.getNote, { noteId: first })).toMatchObject({
      noteDay: "2026-03-29",
      noteDate: Date.parse("2026-03-29T00:00:00+01:00"),
    });
    const second = await createNote(owner, diaryId, { noteDate, noteDay: "2026-03-30" });
    expect(await owner.http.query(api.notes.getNote, { noteId: second })).toMatchObject({
      noteDay: "2026-03-30",
      noteDate: Date.parse("2026-03-30T00:00:00+02:00"),
    });
    // The day stays the same when it is sent back as it was read.
    const {
      title,
      content,
      visibility,
      tags,
      noteDate: read,
    } = (await owner.http.query(api.notes.getNote, {
      noteId: second,
    }))!;
    await owner.http.mutation(api.notes.updateNote, {
      noteId: second,
      title: `${title}, mended`,
      content,
      visibility,
      tags,
      noteDate: read,
    });
    expect(await owner.http.query(api.notes.getNote, { noteId: second })).toMatchObject({
      noteDay: "2026-03-30",
      version: 2,
    });
    expect(await owner.http.query(api.notes.listNoteVersions, { noteId: second })).toMatchObject([
      { changed: ["title"] },
      { changed: [] },
    ]);
  });

  it.each([
    [{ noteDate: undefined }, "noteDate"],
    [{ noteDay: "2026-02-30" }, "noteDay"],
    [{ noteDay: "0000-01-01" }, "noteDay"],
  ])("refuses %j: a note has a day", async (change, path) => {
    const { owner, diaryId } = team;
    await expect(createNote(owner, diaryId, change)).rejects.toMatchObject({
      data: { code: "invalid", message: "Invalid date selected", path },
    });
  });
});

describe("notes.listNotes", () => {
  it("lists previews instead of content, newest date first", {
    tags: spec("CORE-272 CORE-330"),
  }, async () => {
    const owner = await createPerson(service, "Lena Lister");
    const diaryId = await createNotebook(owner);
    const start = Date.UTC(2026, 0, 1);
    for (const day of [3, 1, 2]) {
      await createNote(owner, diaryId, {
        title: `Day ${day}`,
        noteDate: start + day * DAY,
        content: "word ".repeat(60),
      });
    }
    const notes = await owner.http.query(api.notes.listNotes, { diaryId });
    expect(notes.map((note) => note.title)).toEqual(["Day 3", "Day 2", "Day 1"]);
    expect(notes[0]).toEqual({
      _id: expect.any(String),
      shortId: expect.any(String),
      type: "default",
      title: "Day 3",
      preview: `${"word ".repeat(30).trim()}…`,
      noteTypeName: "General note",
      noteTypeIcon: "FileText",
      creatorId: owner.userId,
      creatorName: "Lena Lister",
      visibility: "team",
      isEncrypted: false,
      tags: [],
      noteDay: "2026-01-04",
      noteDate: start + 3 * DAY,
      commentCount: 0,
      attachmentCount: 0,
      updatedAt: expect.any(Number),
      _creationTime: expect.any(Number),
    });
  });

  it("lists at most the newest 1,000", async () => {
    const owner = await createPerson(service, "Mona Many");
    const diaryId = await createNotebook(owner);
    await addNotes(service.database, { diaryId, userId: owner.userId, count: 1002 });
    const noteRows = await owner.http.query(api.notes.listNotes, { diaryId });
    const dates = noteRows.map((note) => note.noteDate);
    expect(dates).toHaveLength(1000);
    expect(dates).toEqual([...dates].sort((a, b) => b - a));
    const [{ n: older }] = await sql(
      `select count(*)::int as n from notes
        where diary_id = $1 and (note_day, created_at, id) < ($2, (select created_at from notes where id = $3), $3)`,
      [diaryId, noteRows.at(-1)!.noteDay, noteRows.at(-1)!._id],
    );
    expect(older).toBe(2);
  });

  it("shows a former member's private notes again when they rejoin", {
    tags: spec("CORE-624"),
  }, async () => {
    const { owner, diaryId } = team;
    const someone = await createPerson(service, "Rita Rejoin");
    await addMember(service, diaryId, someone, "member");
    const noteId = await createNote(someone, diaryId, { visibility: "private" });
    const members = await owner.http.query(api.members.listMembers, { diaryId });
    const { _id: memberId } = members.find((member) => member.userId === someone.userId)!;
    await owner.http.mutation(api.members.removeMember, { memberId });
    expect(await someone.http.query(api.notes.getNote, { noteId })).toBeNull();
    await addMember(service, diaryId, someone, "member");
    expect(await someone.http.query(api.notes.getNote, { noteId })).toMatchObject({ _id: noteId });
    expect(await owner.http.query(api.notes.getNote, { noteId })).toBeNull();
  });
});

describe("a caregiver who becomes a viewer", () => {
  it("still sees their own private notes and everyone's, not the team's, and can't change any", {
    tags: spec("CORE-607 CORE-624 CORE-625 CORE-626"),
  }, async () => {
    const { owner, diaryId } = team;
    const someone = await createPerson(service, "Dora Demoted");
    await addMember(service, diaryId, someone, "member");
    const ids: Record<string, string> = {};
    for (const visibility of ["private", "team", "extended"] as const) {
      ids[visibility] = await createNote(someone, diaryId, { visibility });
    }
    await sql("update members set role = 'extended' where user_id = $1", [someone.userId]);
    const seen = await someone.http.query(api.notes.listNotes, { diaryId });
    const own = seen.filter((note) => note.creatorId === someone.userId);
    expect(own.map((note) => note._id).sort()).toEqual([ids.private, ids.extended].sort());
    expect(await someone.http.query(api.notes.getNote, { noteId: ids.team! })).toBeNull();
    for (const noteId of [ids.private!, ids.extended!]) {
      expect(await someone.http.query(api.notes.getNote, { noteId })).toMatchObject({ canEdit: false });
      await expect(someone.http.mutation(api.notes.updateNote, edit(noteId) as never)).rejects.toMatchObject({
        data: { message: "Access denied" },
      });
    }
    const card = (await someone.http.query(api.diaries.listMyDiaries, {})).find(
      (each) => each._id === diaryId,
    )!;
    expect(card.noteCount).toBe(seen.length);
    expect((await owner.http.query(api.notes.getNote, { noteId: ids.team! }))!.canEdit).toBe(true);
    expect(await owner.http.query(api.notes.getNote, { noteId: ids.private! })).toBeNull();
  });
});

describe("notes.updateNote", () => {
  it("changes every field and keeps the former version", {
    tags: spec("CORE-333"),
  }, async () => {
    const { caregiver, admin, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, {
      title: "First",
      content: "One",
      tags: ["a"],
      visibility: "team",
    });
    const change = {
      title: " Second ",
      content: "Two",
      noteDate: 5 * DAY,
      visibility: "extended",
      tags: ["b", "B"],
    };
    expect(await admin.http.mutation(api.notes.updateNote, edit(noteId, change) as never)).toBe(noteId);
    expect(await caregiver.http.query(api.notes.getNote, { noteId })).toMatchObject({
      title: "Second",
      content: { type: "default", data: { text: "Two" } },
      noteDate: 5 * DAY,
      visibility: "extended",
      tags: ["b"],
      version: 2,
      creatorId: caregiver.userId,
    });
    const versions = await sql("select * from note_versions where note_id = $1", [noteId]);
    expect(versions).toMatchObject([
      {
        version: 1,
        title: "First",
        content: { data: { text: "One" } },
        tags: ["a"],
        visibility: "team",
        written_by: caregiver.userId,
        diary_id: diaryId,
      },
    ]);
    const [row] = await sql("select updated_by, preview from notes where id = $1", [noteId]);
    expect(row).toEqual({ updated_by: admin.userId, preview: "Two" });
  });

  it("writes an audit event when the visibility changes, without content", async () => {
    const { owner, diaryId } = team;
    const noteId = await createNote(owner, diaryId, { title: "Quiet", visibility: "private" });
    await owner.http.mutation(
      api.notes.updateNote,
      edit(noteId, { title: "Quieter", visibility: "private" }) as never,
    );
    await owner.http.mutation(api.notes.updateNote, edit(noteId, { visibility: "extended" }) as never);
    expect(
      await sql("select event_type, actor_id, diary_id, details from audit_events where target_id = $1", [
        noteId,
      ]),
    ).toEqual([
      {
        event_type: "note.visibilityChanged",
        actor_id: owner.userId,
        diary_id: diaryId,
        details: { from: "private", to: "extended" },
      },
    ]);
  });

  it("refuses the second of two who edit the same version, and keeps the first one's text", async () => {
    const { caregiver, owner, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId);
    await caregiver.http.mutation(
      api.notes.updateNote,
      edit(noteId, { title: "Mine", baseVersion: 1 }) as never,
    );
    await expect(
      owner.http.mutation(api.notes.updateNote, edit(noteId, { title: "Hers", baseVersion: 1 }) as never),
    ).rejects.toMatchObject({
      data: { code: "conflict", message: "Somebody else has changed this note since you opened it." },
    });
    expect(await owner.http.query(api.notes.getNote, { noteId })).toMatchObject({
      title: "Mine",
      version: 2,
    });
    await owner.http.mutation(api.notes.updateNote, edit(noteId, { title: "Hers", baseVersion: 2 }) as never);
    expect(await owner.http.query(api.notes.getNote, { noteId })).toMatchObject({
      title: "Hers",
      version: 3,
    });
  });

  it("keeps every version when many edit at the same moment", async () => {
    const { caregiver, owner, admin, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId);
    const editors = [caregiver, owner, admin];
    const titles = editors.flatMap((_, i) => [`${i} first`, `${i} second`]);
    await Promise.all(
      editors.map(async ({ http }, i) => {
        await http.mutation(api.notes.updateNote, edit(noteId, { title: titles[2 * i] }) as never);
        await http.mutation(api.notes.updateNote, edit(noteId, { title: titles[2 * i + 1] }) as never);
      }),
    );
    const versions = await sql(
      "select version, title from note_versions where note_id = $1 union all select version, title from notes where id = $1 order by 1",
      [noteId],
    );
    expect(versions.map((row) => row.version)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(versions.map((row) => row.title))).toEqual(new Set(["A quiet morning", ...titles]));
  });

  it("accepts only one of many edits of the same version", async () => {
    const { caregiver, owner, admin, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId);
    const outcomes = await Promise.allSettled(
      [caregiver, owner, admin].map(({ http }, i) =>
        http.mutation(api.notes.updateNote, edit(noteId, { title: `Try ${i}`, baseVersion: 1 }) as never),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(outcomes.length - refused.length).toBe(1);
    for (const { reason } of refused) expect(reason).toMatchObject({ data: { code: "conflict" } });
  });
});

describe("noteTypes.listActiveNoteTypes", () => {
  it("lists the active types: the specification's two, then the handover", async () => {
    const types = () => team.owner.http.query(api.noteTypes.listActiveNoteTypes, {});
    expect(
      await types(),
      "@CORE-230 @CORE-231 @CORE-232 @CORE-233 @CORE-234 @CORE-235 @CORE-236 @CORE-237 @CORE-253",
    ).toEqual([
      {
        typeId: "default",
        name: "General note",
        description: "Free text about anything that happened.",
        icon: "FileText",
        requiresAI: false,
      },
      {
        typeId: "current-medications",
        name: "Current Medications",
        description: "A dated list of what is taken now.",
        icon: "Pill",
        requiresAI: false,
      },
      {
        typeId: "handover",
        name: "Handover",
        description: "How things are, what is to be done, and what to watch for.",
        icon: "Handover",
        requiresAI: false,
      },
    ]);
    await sql("update note_types set is_active = false where type_id = $1", ["current-medications"]);
    expect(
      (await types()).map((type) => type.typeId),
      "@CORE-246",
    ).toEqual(["default", "handover"]);
    await sql("update note_types set is_active = true where type_id = $1", ["current-medications"]);
  });
});
