import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import {
  addMember,
  api,
  careTeam,
  createComment,
  createNote,
  createNotebook,
  createPerson,
  insertDiaryProgram,
  insertTask,
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

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const denied = { data: { code: "access-denied", message: "Access denied" } };

const listOf = (person: TestPerson, targetId: string, targetType: "note" | "task" | "program" = "note") =>
  person.http.query(api.comments.listComments, { targetType, targetId });
const textsOf = async (...args: Parameters<typeof listOf>) =>
  (await listOf(...args)).map(({ content }) => content);

describe("comments.createComment", () => {
  it("stores every field", async () => {
    const { diaryId, owner, caregiver } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "extended" });
    const from = Date.now();
    const commentId = await caregiver.http.mutation(api.comments.createComment, {
      diaryId,
      targetType: "note",
      targetId: noteId,
      content: "  Twice, @Olga Owner.\nNo pain.  ",
      mentions: [owner.userId, owner.userId.toUpperCase()],
      visibility: "team",
    });
    const [comment, ...more] = await listOf(owner, noteId);
    expect(more, "@CORE-391").toEqual([]);
    expect(
      comment,
      "@CORE-367 @CORE-368 @CORE-369 @CORE-370 @CORE-371 @CORE-372 @CORE-373 @CORE-392",
    ).toEqual({
      _id: commentId,
      diaryId,
      targetType: "note",
      targetId: noteId,
      content: "Twice, @Olga Owner.\nNo pain.",
      isLost: false,
      mentions: [owner.userId],
      mentioned: [{ userId: owner.userId, name: "Olga Owner" }],
      visibility: "team",
      creatorId: caregiver.userId,
      creatorName: "Clara Caregiver",
      creatorAvatarUrl: null,
      updatedAt: expect.any(Number),
      isEdited: false,
      version: 1,
      _creationTime: comment!.updatedAt,
    });
    expect(comment!._creationTime, "@CORE-374").toBeGreaterThanOrEqual(from - 1);
  });

  it("lists the oldest first, however many are written at once", async () => {
    const { diaryId, owner } = team;
    const noteId = await createNote(owner, diaryId);
    for (const content of ["one", "two", "three"]) await createComment(owner, diaryId, noteId, { content });
    expect(await textsOf(owner, noteId)).toEqual(["one", "two", "three"]);
  });

  it.each([
    ["only white space", { content: " \n\t " }, "A comment needs some text"],
    ["10,001 characters", { content: "x".repeat(10_001) }, "A comment may have at most 10000 characters"],
    [
      "51 mentions",
      { mentions: Array.from({ length: 51 }, () => crypto.randomUUID()) },
      "A comment may mention at most 50 people",
    ],
    [
      "a mention that is no id",
      { mentions: ["Olga"] },
      "The people mentioned (entry 1) isn't in a form that can be read",
    ],
    [
      "an unknown kind of thing",
      { targetType: "notebook" as never },
      "What the comment is on must be one of the choices offered",
    ],
    [
      "an unknown visibility",
      { visibility: "public" as never },
      "The choice of who sees it must be one of the choices offered",
    ],
  ])("refuses %s", async (_, change, message) => {
    const { diaryId, owner } = team;
    const noteId = await createNote(owner, diaryId);
    await expect(createComment(owner, diaryId, noteId, change)).rejects.toMatchObject({
      data: { code: "invalid", message },
    });
    expect(await listOf(owner, noteId)).toEqual([]);
  });

  it("takes 10,000 characters, also of emoji", async () => {
    const { diaryId, owner } = team;
    const noteId = await createNote(owner, diaryId);
    const content = "🙂".repeat(5000);
    await createComment(owner, diaryId, noteId, { content });
    expect(await textsOf(owner, noteId)).toEqual([content]);
  });

  it("refuses a note or task of another notebook, although the caller is a member of both", async () => {
    const { diaryId, owner } = team;
    const elsewhere = await createNotebook(owner);
    const noteId = await createNote(owner, elsewhere);
    await expect(createComment(owner, diaryId, noteId)).rejects.toMatchObject(denied);
    await expect(createComment(owner, elsewhere, noteId, { targetType: "task" })).rejects.toMatchObject(
      denied,
    );
    expect(await listOf(owner, noteId)).toEqual([]);
  });

  it.each<[note: Visibility, given: Visibility | undefined, kept: Visibility]>([
    ["extended", undefined, "extended"],
    ["extended", "team", "team"],
    ["team", undefined, "team"],
    ["team", "extended", "team"],
    ["team", "private", "private"],
    ["private", undefined, "private"],
    ["private", "extended", "private"],
  ])("on a note with visibility %s stores %s as %s", async (visibility, given, kept) => {
    const { diaryId, caregiver } = team;
    const noteId = await createNote(caregiver, diaryId, { visibility });
    await createComment(caregiver, diaryId, noteId, given ? { visibility: given } : {});
    expect((await listOf(caregiver, noteId)).map((comment) => comment.visibility)).toEqual([kept]);
  });
});

describe("the readers of a comment", () => {
  it("are its author alone, everybody but viewers, or everybody who sees the note", async () => {
    const { diaryId, owner, admin, caregiver, viewer, outsider } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "extended" });
    await createComment(caregiver, diaryId, noteId, { content: "to all", visibility: "extended" });
    await createComment(caregiver, diaryId, noteId, { content: "to the team", visibility: "team" });
    await createComment(caregiver, diaryId, noteId, { content: "to myself", visibility: "private" });
    expect(await textsOf(caregiver, noteId)).toEqual(["to all", "to the team", "to myself"]);
    for (const person of [owner, admin])
      expect(await textsOf(person, noteId)).toEqual(["to all", "to the team"]);
    expect(await textsOf(viewer, noteId)).toEqual(["to all"]);
    await expect(listOf(outsider, noteId)).rejects.toMatchObject(denied);
  });

  it("include a viewer for their own comments to the team, and no other viewer", async () => {
    const { diaryId, owner, viewer } = team;
    const other = await createPerson(service, "Vroni Viewer");
    await addMember(service, diaryId, other, "extended");
    const noteId = await createNote(owner, diaryId, { visibility: "extended" });
    await createComment(viewer, diaryId, noteId, { content: "I am worried", visibility: "team" });
    expect(await textsOf(viewer, noteId)).toEqual(["I am worried"]);
    expect(await textsOf(owner, noteId)).toEqual(["I am worried"]);
    expect(await textsOf(other, noteId)).toEqual([]);
  });

  it("never include people who don't see the note, whatever the comment's visibility", async () => {
    const { diaryId, owner, admin, caregiver, viewer } = team;
    const noteId = await createNote(caregiver, diaryId, { visibility: "private" });
    await createComment(caregiver, diaryId, noteId, { content: "mine" });
    await sql("update comments set visibility = 'extended' where note_id = $1", [noteId]);
    for (const person of [owner, admin, viewer]) {
      await expect(listOf(person, noteId)).rejects.toMatchObject(denied);
      await expect(createComment(person, diaryId, noteId)).rejects.toMatchObject(denied);
    }
    expect(await textsOf(caregiver, noteId)).toEqual(["mine"]);
  });

  it("stay the same when the note gets more readers later", async () => {
    const { diaryId, owner, caregiver, viewer } = team;
    const noteId = await createNote(caregiver, diaryId, { visibility: "private" });
    await createComment(caregiver, diaryId, noteId, { content: "not sure about him" });
    await sql("update notes set visibility = 'extended' where id = $1", [noteId]);
    expect(await textsOf(owner, noteId)).toEqual([]);
    expect(await textsOf(viewer, noteId)).toEqual([]);
    expect(await textsOf(caregiver, noteId)).toEqual(["not sure about him"]);
  });

  it("stay the same when its author leaves, but private comments are hidden until they come back", async () => {
    const { diaryId, owner } = team;
    const leaver = await createPerson(service, "Lea Leaver");
    await addMember(service, diaryId, leaver, "member");
    const noteId = await createNote(owner, diaryId);
    await createComment(leaver, diaryId, noteId, { content: "shared" });
    await createComment(leaver, diaryId, noteId, { content: "own", visibility: "private" });
    await leaver.http.mutation(api.members.leave, { diaryId });
    expect((await listOf(owner, noteId)).map(({ content, creatorName }) => [content, creatorName])).toEqual([
      ["shared", "Lea Leaver"],
    ]);
    await expect(listOf(leaver, noteId)).rejects.toMatchObject(denied);
    await addMember(service, diaryId, leaver, "member");
    expect(await textsOf(leaver, noteId)).toEqual(["shared", "own"]);
  });
});

describe("what can be commented on", () => {
  /** The names of those who may read and write comments on a task or program; `author` writes one. */
  async function readersOf(
    targetType: "task" | "program",
    targetId: string,
    author: TestPerson,
  ): Promise<string> {
    const { diaryId, owner, admin, caregiver, viewer, outsider } = team;
    await createComment(author, diaryId, targetId, { targetType });
    const seen: string[] = [];
    for (const person of [owner, admin, caregiver, viewer, outsider]) {
      const list = await listOf(person, targetId, targetType).catch(() => null);
      const mayWrite = await createComment(person, diaryId, targetId, { targetType }).then(
        () => true,
        () => false,
      );
      expect(mayWrite, person.name).toBe(list !== null);
      if (list) seen.push(person.name.split(" ")[1]!.toLowerCase());
    }
    return seen.join(" ");
  }

  it("is a task: without a note for all members, else for those who see the note or are assigned", {
    tags: spec("CORE-610 WORK-135"),
  }, async () => {
    const { diaryId, owner, caregiver, viewer } = team;
    const teamNote = await createNote(owner, diaryId);
    const privateNote = await createNote(caregiver, diaryId, { visibility: "private" });
    const openNote = await createNote(owner, diaryId, { visibility: "extended" });
    const task = (how: Parameters<typeof insertTask>[3]) => insertTask(service, diaryId, owner.userId, how);
    expect(await readersOf("task", await task({}), viewer)).toBe("owner admin caregiver viewer");
    expect(await readersOf("task", await task({ noteId: openNote }), viewer)).toBe(
      "owner admin caregiver viewer",
    );
    expect(await readersOf("task", await task({ noteId: teamNote }), owner)).toBe("owner admin caregiver");
    expect(await readersOf("task", await task({ noteId: privateNote }), caregiver)).toBe("caregiver");
    const assigned = await task({ noteId: teamNote, assignedTo: viewer.userId });
    expect(await readersOf("task", assigned, viewer)).toBe("owner admin caregiver viewer");
  });

  it("is a program: without a note for all members, else for those who see the note", async () => {
    const { diaryId, owner, caregiver, viewer } = team;
    const privateNote = await createNote(caregiver, diaryId, { visibility: "private" });
    const program = (noteId?: string) => insertDiaryProgram(service, diaryId, owner.userId, noteId);
    expect(await readersOf("program", await program(), viewer)).toBe("owner admin caregiver viewer");
    const ofTeam = await program(await createNote(owner, diaryId));
    expect(await readersOf("program", ofTeam, owner)).toBe("owner admin caregiver");
    expect(await readersOf("program", await program(privateNote), caregiver)).toBe("caregiver");
  });

  it("deletes its comments when it is deleted", async () => {
    const { diaryId, owner } = team;
    const taskId = await insertTask(service, diaryId, owner.userId);
    await createComment(owner, diaryId, taskId, { targetType: "task" });
    await sql("delete from tasks where id = $1", [taskId]);
    await expect(listOf(owner, taskId, "task")).rejects.toMatchObject(denied);
    expect(await sql("select id from comments where task_id = $1", [taskId])).toEqual([]);
  });
});

describe("comments.updateComment", () => {
  it("changes the text, marks the comment as edited and keeps the rest", {
    tags: spec("CORE-393"),
  }, async () => {
    const { diaryId, owner, caregiver } = team;
    const noteId = await createNote(owner, diaryId);
    const commentId = await createComment(caregiver, diaryId, noteId, { mentions: [owner.userId] });
    const [before] = await listOf(owner, noteId);
    await caregiver.http.mutation(api.comments.updateComment, { commentId, content: " Changed. " });
    expect(await listOf(owner, noteId)).toEqual([
      { ...before, content: "Changed.", isEdited: true, version: 2, updatedAt: expect.any(Number) },
    ]);
    const [after] = await listOf(owner, noteId);
    expect(after!.updatedAt).toBeGreaterThan(before!.updatedAt);
  });

  it("is allowed to the author, while they see the note", async () => {
    const { diaryId, owner, admin, caregiver, viewer, outsider } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "extended" });
    const commentId = await createComment(caregiver, diaryId, noteId);
    const change = { commentId, content: "Not mine" };
    for (const person of [owner, admin, viewer, outsider]) {
      await expect(person.http.mutation(api.comments.updateComment, change)).rejects.toMatchObject(denied);
    }
    await sql("update notes set visibility = 'private' where id = $1", [noteId]);
    await expect(caregiver.http.mutation(api.comments.updateComment, change)).rejects.toMatchObject(denied);
    expect(await textsOf(owner, noteId)).toEqual(["She slept well after that."]);
  });

  it("keeps a mention of a former member, and refuses a new one", async () => {
    const { diaryId, owner } = team;
    const leaver = await createPerson(service, "Lea Leaver");
    await addMember(service, diaryId, leaver, "member");
    const noteId = await createNote(owner, diaryId);
    const mentions = [leaver.userId];
    const commentId = await createComment(owner, diaryId, noteId, { mentions });
    const other = await createComment(owner, diaryId, noteId);
    await leaver.http.mutation(api.members.leave, { diaryId });
    await owner.http.mutation(api.comments.updateComment, { commentId, content: "Still", mentions });
    await expect(
      owner.http.mutation(api.comments.updateComment, { commentId: other, content: "New", mentions }),
    ).rejects.toMatchObject({
      data: {
        code: "invalid",
        message: "Only people who can see this comment can be mentioned",
        path: "mentions",
      },
    });
    expect((await listOf(owner, noteId)).map((comment) => comment.mentioned)).toEqual([
      [{ userId: leaver.userId, name: "Lea Leaver" }],
      [],
    ]);
  });
});

describe("comments.deleteComment", () => {
  it("deletes one's own comment, or any that an owner or admin sees, and writes an audit event", {
    tags: spec("CORE-394"),
  }, async () => {
    const { diaryId, owner, admin, caregiver, viewer, outsider } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "extended" });
    for (const [deleter, author, may] of [
      [viewer, viewer, true],
      [caregiver, caregiver, true],
      [admin, viewer, true],
      [owner, caregiver, true],
      [caregiver, viewer, false],
      [viewer, owner, false],
      [outsider, viewer, false],
    ] as const) {
      const commentId = await createComment(author, diaryId, noteId);
      const deletion = deleter.http.mutation(api.comments.deleteComment, { commentId });
      if (!may) {
        await expect(deletion).rejects.toMatchObject(denied);
        continue;
      }
      expect(await deletion).toBeNull();
      expect(
        await sql(
          "select event_type, diary_id, actor_id, target_type, details from audit_events where target_id = $1",
          [commentId],
        ),
      ).toEqual([
        {
          event_type: "comment.deleted",
          diary_id: diaryId,
          actor_id: deleter.userId,
          target_type: "comment",
          details: { on: "note", onId: noteId, authorId: author.userId },
        },
      ]);
    }
    expect(await listOf(owner, noteId)).toHaveLength(3);
  });

  it("refuses a private comment of somebody else", async () => {
    const { diaryId, owner, caregiver } = team;
    const noteId = await createNote(owner, diaryId);
    const commentId = await createComment(caregiver, diaryId, noteId, { visibility: "private" });
    await expect(owner.http.mutation(api.comments.deleteComment, { commentId })).rejects.toMatchObject(
      denied,
    );
    expect(await textsOf(caregiver, noteId)).toHaveLength(1);
  });
});

describe("a comment on an encrypted note", () => {
  const CANARY = "the result was positive";
  let noteId: string;
  beforeEach(async () => {
    noteId = await createNote(team.owner, team.diaryId, { isEncrypted: true });
  });
  const rows = () => sql("select * from comments where note_id = $1", [noteId]);

  it("is encrypted where it is stored, and readable for those who see the note", async () => {
    const { diaryId, owner, caregiver } = team;
    const commentId = await createComment(caregiver, diaryId, noteId, { content: CANARY });
    const [before] = await rows();
    expect(before.content).toBeNull();
    expect(before.sealed.toString("latin1")).not.toContain(CANARY);
    expect(await textsOf(owner, noteId)).toEqual([CANARY]);
    await caregiver.http.mutation(api.comments.updateComment, { commentId, content: `${CANARY} again` });
    const [after] = await rows();
    expect([after.content, after.sealed.equals(before.sealed)]).toEqual([null, false]);
    expect(await textsOf(owner, noteId)).toEqual([`${CANARY} again`]);
  });

  it("is encrypted on its tasks and programs too", async () => {
    const { diaryId, owner } = team;
    const taskId = await insertTask(service, diaryId, owner.userId, { noteId });
    const programId = await insertDiaryProgram(service, diaryId, owner.userId, noteId);
    await createComment(owner, diaryId, taskId, { targetType: "task", content: CANARY });
    await createComment(owner, diaryId, programId, { targetType: "program", content: CANARY });
    const stored = await sql("select content from comments where task_id = $1 or diary_program_id = $2", [
      taskId,
      programId,
    ]);
    expect(stored).toEqual([{ content: null }, { content: null }]);
    expect(await textsOf(owner, taskId, "task")).toEqual([CANARY]);
    expect(await textsOf(owner, programId, "program")).toEqual([CANARY]);
  });

  it("says that it can't be read when its key is gone or it was moved to another row, and affects no other", async () => {
    const { diaryId, owner } = team;
    for (const content of ["first", "second", "third"])
      await createComment(owner, diaryId, noteId, { content });
    await sql(
      `update comments set sealed = (select sealed from comments where note_id = $1 order by created_at limit 1)
        where id = (select id from comments where note_id = $1 order by created_at desc limit 1)`,
      [noteId],
    );
    expect((await listOf(owner, noteId)).map(({ content, isLost }) => [content, isLost])).toEqual([
      ["first", false],
      ["second", false],
      ["", true],
    ]);
    await sql(
      "update notebook_keys set wrapped = null, destroyed_at = now(), retired_at = now() where diary_id = $1",
      [diaryId],
    );
    expect((await listOf(owner, noteId)).map(({ isLost }) => isLost)).toEqual([true, true, true]);
  });
});

describe("mentions", () => {
  let noteId: string;
  beforeEach(async () => {
    noteId = await createNote(team.owner, team.diaryId, { visibility: "extended" });
    await sql("delete from mail_outbox");
    await sql("delete from mention_mails");
    await sql("update users set mention_mails = true, email_verified = true");
  });
  const mails = () =>
    sql("select to_address, subject, text_body, html_body from mail_outbox order by to_address");
  const recipients = async () => (await mails()).map((mail) => mail.to_address);

  it("send members a mail that names author, notebook and place, without the comment's text", {
    tags: spec("WORK-136"),
  }, async () => {
    const { diaryId, owner, caregiver } = team;
    const content = "@Olga Owner she fell in the bathroom";
    const commentId = await createComment(caregiver, diaryId, noteId, { content, mentions: [owner.userId] });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    const [ids] = await sql(
      "select d.short_id as diary, n.short_id as note from notes n join diaries d on d.id = n.diary_id where n.id = $1",
      [noteId],
    );
    expect(mail.to_address).toBe(owner.email);
    expect(mail.subject).toBe("Clara Caregiver mentioned you in Rosa Blum's Care Notebook");
    expect(mail.text_body).toContain(
      `${service.url}/care/${ids.diary}/note/${ids.note}#comment-${commentId}`,
    );
    expect(mail.text_body).toContain(`${service.url}/account`);
    expect(JSON.stringify(mail)).not.toMatch(/bathroom|fell|quiet morning|toast/);
  });

  it("link to the notebook when the comment isn't on a note", async () => {
    const { diaryId, owner, caregiver } = team;
    const taskId = await insertTask(service, diaryId, owner.userId);
    await createComment(caregiver, diaryId, taskId, { targetType: "task", mentions: [owner.userId] });
    const [{ text_body }] = await mails();
    expect(text_body).toMatch(/\/care\/[2-9a-hjkmnp-z]{6}#comment-/);
    expect(text_body).not.toContain("/note/");
  });

  it("send each person one mail per comment, however often it is edited", async () => {
    const { diaryId, owner, admin, caregiver } = team;
    const commentId = await createComment(caregiver, diaryId, noteId, { mentions: [owner.userId] });
    expect(await recipients()).toEqual([owner.email]);
    const edit = (mentions?: string[]) =>
      caregiver.http.mutation(api.comments.updateComment, { commentId, content: "Changed", mentions });
    await edit();
    await edit([]);
    await edit([owner.userId]);
    expect(await recipients()).toEqual([owner.email]);
    await edit([owner.userId, admin.userId]);
    expect((await recipients()).sort()).toEqual([admin.email, owner.email].sort());
  });

  it("send no mail to the author, to people who switched it off, or to unverified addresses", async () => {
    const { diaryId, owner, admin, caregiver, viewer } = team;
    await admin.http.mutation(api.users.updateSettings, { mentionMails: false });
    await sql("update users set email_verified = false where id = $1", [viewer.userId]);
    const mentions = [owner, admin, caregiver, viewer].map(({ userId }) => userId);
    await createComment(caregiver, diaryId, noteId, { mentions });
    expect(await recipients()).toEqual([owner.email]);
    expect((await listOf(owner, noteId))[0]!.mentions).toEqual(mentions);
  });

  it("of people who can't see the comment are refused, and nothing is stored or sent", async () => {
    const { diaryId, owner, caregiver, viewer, outsider } = team;
    const teamNote = await createNote(owner, diaryId);
    const privateNote = await createNote(caregiver, diaryId, { visibility: "private" });
    for (const [targetId, mentioned, visibility] of [
      [noteId, outsider, "extended"],
      [noteId, viewer, "team"],
      [noteId, owner, "private"],
      [teamNote, viewer, "extended"],
      [privateNote, owner, "extended"],
    ] as const) {
      await expect(
        createComment(caregiver, diaryId, targetId, {
          mentions: [mentioned.userId, caregiver.userId],
          visibility,
        }),
      ).rejects.toMatchObject({
        data: {
          code: "invalid",
          message: "Only people who can see this comment can be mentioned",
          path: "mentions",
        },
      });
      expect(await listOf(caregiver, targetId)).toEqual([]);
    }
    expect(await mails()).toEqual([]);
  });
});
