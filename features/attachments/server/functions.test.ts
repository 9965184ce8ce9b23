import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeMessage } from "../../../lib/words/message.ts";
import { addMember, api, careTeam, createNote, createPerson, type TestPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";
import {
  attachAs,
  createAttachmentAs,
  downloadAs,
  putFile,
  requestUpload,
  TEXT_FILE,
  uploadAs,
} from "../../../test/uploads.ts";
import { ATTACHMENT_MESSAGES, OPEN_UPLOADS } from "../rules.ts";

/** For busy machines. */
const PATIENT = { timeout: 30_000 };

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let target: { diaryId: string; noteId: string };
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
  target = { diaryId: team.diaryId, noteId: await createNote(team.owner, team.diaryId) };
});
afterAll(() => service.close());

const newNote = async (
  author: TestPerson = team.owner,
  visibility: "private" | "team" | "extended" = "team",
): Promise<typeof target> => ({
  diaryId: team.diaryId,
  noteId: await createNote(author, team.diaryId, { visibility }),
});
const listAs = (someone: TestPerson, noteId: string) =>
  someone.http.query(api.attachments.listAttachments, { noteId });
const deleteAs = (someone: TestPerson, attachmentId: string) =>
  someone.http.mutation(api.attachments.deleteAttachment, { attachmentId });
const refusal = (code: string, message: string, path?: string) => ({
  data: { code, message, ...(path && { path }) },
});
const DENIED = refusal("access-denied", "Access denied");
const NOT_UPLOADED = refusal("invalid", writeMessage(ATTACHMENT_MESSAGES.notUploaded), "gcsObjectName");

const rows = async (sql: string, ...values: unknown[]) =>
  (await service.database.pool.query(sql, values)).rows;

describe("attaching a file", () => {
  it("takes three steps and makes a row that other members see", async () => {
    const on = await newNote();
    const { uploadUrl, objectName, ...rest } = await requestUpload(team.caregiver, on);
    expect({ uploadUrl, objectName, ...rest }, "@CORE-407 @CORE-408").toEqual({
      uploadUrl: expect.any(String),
      objectName: expect.any(String),
    });
    expect((await putFile(uploadUrl, TEXT_FILE)).status, "@CORE-409").toBe(200);
    const attachmentId = await createAttachmentAs(team.caregiver, on, objectName);
    const rows = await listAs(team.owner, on.noteId);
    expect(
      rows.map(({ _id, uploaderName }) => ({ _id, uploaderName })),
      "@CORE-040 @CORE-403 @CORE-406 @CORE-611",
    ).toEqual([{ _id: attachmentId, uploaderName: "Clara Caregiver" }]);
    expect(rows, "@CORE-396 @CORE-397 @CORE-398 @CORE-399 @CORE-400 @CORE-401 @CORE-402 @CORE-412").toEqual([
      {
        _id: attachmentId,
        ...on,
        filename: "leaflet.txt",
        mimeType: "text/plain",
        previewType: null,
        sizeBytes: TEXT_FILE.bytes.length,
        gcsObjectName: objectName,
        isEncrypted: false,
        uploaderId: team.caregiver.userId,
        uploaderName: "Clara Caregiver",
        canDelete: true,
        canDescribe: true,
        description: "",
        _creationTime: expect.any(Number),
      },
    ]);
  });

  it("returns an address that gives the file back, under both names", {
    tags: spec("CORE-413 CORE-414 WORK-703"),
  }, async () => {
    const attachmentId = await attachAs(team.caregiver, target);
    const answer = await downloadAs(team.admin, attachmentId);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(TEXT_FILE.bytes);
    const { url } = await team.admin.http.action(api.attachmentsActions.getAttachmentUrl, { attachmentId });
    expect(await (await fetch(url)).text()).toBe(TEXT_FILE.bytes.toString());
    const asked = await team.owner.http.action(api.attachmentsActions.generateUploadUrl, {
      ...target,
      filename: "a.txt",
      mimeType: "text/plain",
    });
    expect(Object.keys(asked).sort()).toEqual(["objectName", "uploadUrl"]);
  });

  it("shows to subscribers at once, oldest first, until it is deleted", async () => {
    const on = await newNote();
    const client = service.connect(team.admin);
    const seen: string[][] = [];
    client.onUpdate(api.attachments.listAttachments, { noteId: on.noteId }, (list) =>
      seen.push(list.map(({ filename }) => filename)),
    );
    await expect.poll(() => seen.at(-1), PATIENT).toEqual([]);
    const first = await attachAs(team.owner, on, { ...TEXT_FILE, name: "b.txt" });
    await attachAs(team.owner, on, { ...TEXT_FILE, name: "a.txt" });
    await expect.poll(() => seen.at(-1), PATIENT).toEqual(["b.txt", "a.txt"]);
    await deleteAs(team.owner, first);
    await expect.poll(() => seen.at(-1), PATIENT).toEqual(["a.txt"]);
  });

  it("raises the note's count for those who see the note", async () => {
    const on = await newNote();
    await attachAs(team.owner, on);
    const notes = await team.caregiver.http.query(api.notes.listNotes, { diaryId: team.diaryId });
    expect(notes.find(({ _id }) => _id === on.noteId)!.attachmentCount).toBe(1);
  });

  it("cleans the file's name and keeps its letters", async () => {
    const names: [string, string][] = [
      ["../../etc/passwd", "....etcpasswd"],
      ["C:\\scans\\x-ray.png", "C:scansx-ray.png"],
      ["evil\u202egnp.exe", "evilgnp.exe"],
      ["a\r\nSet-Cookie: b", "aSet-Cookie: b"],
      ["  Röntgen 薬 👩‍👩‍👧.png ", "Röntgen 薬 👩‍👩‍👧.png"],
    ];
    const on = await newNote();
    for (const [given] of names) {
      await createAttachmentAs(team.owner, on, await uploadAs(team.owner, on), { ...TEXT_FILE, name: given });
    }
    expect((await listAs(team.owner, on.noteId)).map(({ filename }) => filename)).toEqual(
      names.map(([, cleaned]) => cleaned),
    );
    for (const name of ["", " ", "/", "\u202e", "..", "\\\\", "a".repeat(256)]) {
      await expect(requestUpload(team.owner, on, { ...TEXT_FILE, name }), name).rejects.toMatchObject({
        data: { code: "invalid", path: "filename" },
      });
    }
  });

  it("takes valid types as browsers send them, and no invalid ones", async () => {
    for (const type of [
      "text/plain; charset=utf-8",
      "IMAGE/PNG",
      "application/vnd.oasis.opendocument.text",
      "",
    ]) {
      const on = await newNote();
      const file = { ...TEXT_FILE, type };
      await createAttachmentAs(team.owner, on, await uploadAs(team.owner, on, file), file);
    }
    for (const type of ["text", "text/", "/plain", "a/b/c", "text/pl ain", "<b>/x", `a/${"b".repeat(255)}`]) {
      await expect(requestUpload(team.owner, target, { ...TEXT_FILE, type }), type).rejects.toMatchObject(
        refusal("invalid", writeMessage(ATTACHMENT_MESSAGES.mimeType), "mimeType"),
      );
    }
  });

  it("is refused from 10 MB on, before and after the upload", {
    tags: spec("CORE-404 CORE-405"),
  }, async () => {
    const asked = { ...target, filename: "a.bin", mimeType: "text/plain" };
    const tooLarge = refusal("limit", "File size must be less than 10MB");
    await expect(
      team.owner.http.action(api.attachments.generateUploadUrl, { ...asked, sizeBytes: 10_485_760 }),
    ).rejects.toMatchObject(tooLarge);
    await team.owner.http.action(api.attachments.generateUploadUrl, { ...asked, sizeBytes: 10_485_759 });
    const objectName = await uploadAs(team.owner, target);
    await expect(
      team.owner.http.mutation(api.attachments.createAttachment, {
        ...asked,
        sizeBytes: 10_485_760,
        gcsObjectName: objectName,
      }),
    ).rejects.toMatchObject(tooLarge);
  });
});

describe("attachments.createAttachment", () => {
  it("refuses the claim that a file is encrypted when its note isn't", async () => {
    const on = await newNote();
    const given = {
      ...on,
      filename: TEXT_FILE.name,
      mimeType: TEXT_FILE.type,
      sizeBytes: TEXT_FILE.bytes.length,
      gcsObjectName: await uploadAs(team.owner, on),
    };
    const create = (isEncrypted: boolean) =>
      team.owner.http.mutation(api.attachments.createAttachment, { ...given, isEncrypted });
    await expect(create(true)).rejects.toMatchObject({
      data: { code: "invalid", message: "Only files of encrypted notes are encrypted", path: "isEncrypted" },
    });
    expect(await listAs(team.owner, on.noteId)).toEqual([]);
    await create(false);
    expect(await listAs(team.owner, on.noteId)).toMatchObject([{ isEncrypted: false }]);
  });

  it("takes the size from the storage and the encryption from the note, never from the caller", async () => {
    const on = await newNote();
    await team.owner.http.mutation(api.attachments.createAttachment, {
      ...on,
      filename: TEXT_FILE.name,
      mimeType: TEXT_FILE.type,
      sizeBytes: 1,
      gcsObjectName: await uploadAs(team.owner, on),
    });
    expect(await listAs(team.owner, on.noteId)).toMatchObject([
      { sizeBytes: TEXT_FILE.bytes.length, isEncrypted: false },
    ]);
  });

  it("attaches a file that is sent again with its id once, also by two pages at once; another person's is another", async () => {
    const on = await newNote();
    const uploadId = randomUUID();
    const create = async (person = team.owner, id = uploadId) =>
      person.http.mutation(api.attachments.createAttachment, {
        ...on,
        filename: TEXT_FILE.name,
        mimeType: TEXT_FILE.type,
        sizeBytes: TEXT_FILE.bytes.length,
        gcsObjectName: await uploadAs(person, on),
        uploadId: id,
      });
    const [first, again] = await Promise.all([create(), create()]);
    expect(again).toBe(first);
    expect(await create()).toBe(first);
    expect(await listAs(team.owner, on.noteId)).toHaveLength(1);
    expect(await create(team.admin)).not.toBe(first);
    expect(await create(team.owner, randomUUID())).not.toBe(first);
    expect(await listAs(team.owner, on.noteId)).toHaveLength(3);
  });

  it("refuses an object that wasn't uploaded, is invented, is somebody else's or is of another note", async () => {
    const other = await newNote();
    const { objectName } = await requestUpload(team.owner, target);
    await expect(createAttachmentAs(team.owner, target, objectName)).rejects.toMatchObject(NOT_UPLOADED);
    await expect(createAttachmentAs(team.owner, target, `attachments/${randomUUID()}`)).rejects.toMatchObject(
      NOT_UPLOADED,
    );
    await expect(createAttachmentAs(team.owner, target, "../secret.key")).rejects.toMatchObject(NOT_UPLOADED);
    const uploaded = await uploadAs(team.owner, target);
    await expect(createAttachmentAs(team.admin, target, uploaded)).rejects.toMatchObject(NOT_UPLOADED);
    await expect(createAttachmentAs(team.owner, other, uploaded)).rejects.toMatchObject(NOT_UPLOADED);
    await expect(createAttachmentAs(team.owner, target, uploaded.toUpperCase())).rejects.toMatchObject(
      NOT_UPLOADED,
    );
    await createAttachmentAs(team.owner, target, uploaded);
  });

  it("refuses a type other than the uploaded one", async () => {
    const uploaded = await uploadAs(team.owner, target);
    await expect(
      createAttachmentAs(team.owner, target, uploaded, { ...TEXT_FILE, type: "text/html" }),
    ).rejects.toMatchObject(
      refusal("invalid", writeMessage(ATTACHMENT_MESSAGES.otherType("text/plain")), "mimeType"),
    );
  });

  it("makes one attachment of an upload, however many requests ask at once", async () => {
    const on = await newNote();
    const uploaded = await uploadAs(team.owner, on);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => createAttachmentAs(team.owner, on, uploaded)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(NOT_UPLOADED);
    }
    expect(await listAs(team.owner, on.noteId)).toHaveLength(1);
    await expect(createAttachmentAs(team.owner, on, uploaded)).rejects.toMatchObject(NOT_UPLOADED);
  });

  it("refuses an upload that has expired", async () => {
    const uploaded = await uploadAs(team.owner, target);
    await service.database.pool.query(
      "update upload_grants set expires_at = now() - interval '1 s' where object_name = $1",
      [uploaded],
    );
    await expect(createAttachmentAs(team.owner, target, uploaded)).rejects.toMatchObject(NOT_UPLOADED);
  });

  it("refuses an upload whose file is missing or was changed in the storage", async () => {
    const uploaded = await uploadAs(team.owner, target);
    await service.storage.write(uploaded, Buffer.from("something longer than it was before"));
    await expect(createAttachmentAs(team.owner, target, uploaded)).rejects.toMatchObject(NOT_UPLOADED);
    await service.storage.remove(uploaded);
    await expect(createAttachmentAs(team.owner, target, uploaded)).rejects.toMatchObject(NOT_UPLOADED);
  });

  it("refuses a member who was removed after the upload", async () => {
    const leaver = await createPerson(service, "Lea Leaver");
    await addMember(service, team.diaryId, leaver, "member");
    const uploaded = await uploadAs(leaver, target);
    await service.database.pool.query("delete from members where user_id = $1", [leaver.userId]);
    await expect(createAttachmentAs(leaver, target, uploaded)).rejects.toMatchObject(DENIED);
  });
});

describe("limits of uploads", () => {
  it(`are ${OPEN_UPLOADS} open ones for one person, until they expire`, async () => {
    const eager = await createPerson(service, "Egon Eager");
    await addMember(service, team.diaryId, eager, "member");
    for (let i = 0; i < OPEN_UPLOADS; i++) await requestUpload(eager, target);
    await expect(requestUpload(eager, target)).rejects.toMatchObject(
      refusal("limit", writeMessage(ATTACHMENT_MESSAGES.open)),
    );
    await requestUpload(team.caregiver, target);
    await service.database.pool.query("update upload_grants set expires_at = now() where user_id = $1", [
      eager.userId,
    ]);
    await requestUpload(eager, target);
  });

  it("are 200 attachments for one note", async () => {
    const on = await newNote();
    const uploaded = await uploadAs(team.owner, on);
    await service.database.pool.query(
      `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, object_name, uploaded_by)
       select gen_random_uuid(), $1, $2, 'a', 'a/b', 1, 'attachments/' || gen_random_uuid(), $3 from generate_series(1, 200)`,
      [on.diaryId, on.noteId, team.owner.userId],
    );
    const full = refusal("limit", writeMessage(ATTACHMENT_MESSAGES.full));
    await expect(createAttachmentAs(team.owner, on, uploaded)).rejects.toMatchObject(full);
    await expect(requestUpload(team.owner, on)).rejects.toMatchObject(full);
    expect(await listAs(team.owner, on.noteId)).toHaveLength(200);
  });

  it("hold when many requests come at the same moment", async () => {
    const on = await newNote();
    const people = [team.owner, team.admin, team.caregiver];
    const uploads = await Promise.all(
      people.flatMap((who) => [1, 2].map(async () => ({ who, name: await uploadAs(who, on) }))),
    );
    await service.database.pool.query(
      `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, object_name, uploaded_by)
       select gen_random_uuid(), $1, $2, 'a', 'a/b', 1, 'attachments/' || gen_random_uuid(), $3 from generate_series(1, 198)`,
      [on.diaryId, on.noteId, team.owner.userId],
    );
    const creations = await Promise.allSettled(
      uploads.map(({ who, name }) => createAttachmentAs(who, on, name)),
    );
    expect(creations.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await listAs(team.owner, on.noteId)).toHaveLength(200);

    const eager = await createPerson(service, "Edda Eager");
    await addMember(service, team.diaryId, eager, "member");
    for (let i = 0; i < OPEN_UPLOADS - 2; i++) await requestUpload(eager, target);
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => requestUpload(eager, target)));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });
});

describe("deleting an attachment", () => {
  it("removes the row at once, queues the file for removal, and writes an audit event", {
    tags: spec("CORE-416"),
  }, async () => {
    const on = await newNote();
    const uploaded = await uploadAs(team.caregiver, on);
    const attachmentId = await createAttachmentAs(team.caregiver, on, uploaded);
    expect(await deleteAs(team.caregiver, attachmentId)).toBeNull();
    expect(await listAs(team.caregiver, on.noteId)).toEqual([]);
    expect(await rows("select name from file_removals where name = $1", uploaded)).toHaveLength(1);
    expect(
      await rows(
        "select event_type, diary_id, actor_id, details from audit_events where target_id = $1",
        attachmentId,
      ),
    ).toEqual([
      {
        event_type: "attachment.deleted",
        diary_id: on.diaryId,
        actor_id: team.caregiver.userId,
        details: { noteId: on.noteId },
      },
    ]);
    await expect(deleteAs(team.caregiver, attachmentId)).rejects.toMatchObject(DENIED);
  });

  it("is allowed to its uploader, and to admins for all they see; the list says which may be deleted", async () => {
    const on = await newNote(team.caregiver);
    const another = await createPerson(service, "Cora Caregiver");
    await addMember(service, team.diaryId, another, "member");
    const theirs = await attachAs(team.caregiver, on);
    const own = await attachAs(another, on);
    const canDelete = async (someone: TestPerson) =>
      Object.fromEntries((await listAs(someone, on.noteId)).map((each) => [each._id, each.canDelete]));
    expect(await canDelete(another)).toEqual({ [theirs]: false, [own]: true });
    expect(await canDelete(team.admin)).toEqual({ [theirs]: true, [own]: true });
    await expect(deleteAs(another, theirs)).rejects.toMatchObject(DENIED);
    await deleteAs(team.admin, theirs);
    await deleteAs(another, own);
    expect(await listAs(team.admin, on.noteId)).toEqual([]);
  });

  it("queues no file when the transaction that deletes the note fails", async () => {
    const uploaded = await uploadAs(team.owner, target);
    await createAttachmentAs(team.owner, target, uploaded);
    const client = await service.database.pool.connect();
    await client.query("begin; delete from attachments");
    await client.query("rollback");
    client.release();
    expect(await rows("select name from file_removals where name = $1", uploaded)).toEqual([]);
  });

  it.each(["note", "notebook"] as const)(
    "happens with its %s, and queues its file for removal",
    async (what) => {
      const household = await careTeam(service);
      const on = { diaryId: household.diaryId, noteId: await createNote(household.owner, household.diaryId) };
      const attached = await uploadAs(household.owner, on);
      await createAttachmentAs(household.owner, on, attached);
      const waiting = await uploadAs(household.owner, on);
      const deletedRow = what === "note" ? ["notes", on.noteId] : ["diaries", on.diaryId];
      await service.database.pool.query(`delete from ${deletedRow[0]} where id = $1`, [deletedRow[1]]);
      const noted = await rows("select name from file_removals where name = any($1)", [attached, waiting]);
      expect(noted).toHaveLength(2);
      expect(await rows("select id from upload_grants where object_name = $1", waiting)).toEqual([]);
    },
  );
});

describe("the right to see attachments", () => {
  it("follows the note's visibility, also for open subscriptions", {
    tags: spec("CORE-625 CORE-626"),
  }, async () => {
    const on = await newNote(team.caregiver, "extended");
    const attachmentId = await attachAs(team.caregiver, on);
    const { url } = await team.viewer.http.action(api.attachments.getAttachmentUrl, { attachmentId });
    expect((await fetch(url)).status).toBe(200);
    const client = service.connect(team.viewer);
    const seen: unknown[] = [];
    client.onUpdate(
      api.attachments.listAttachments,
      { noteId: on.noteId },
      (list) => seen.push(list.length),
      (error) => seen.push(error.message),
    );
    await expect.poll(() => seen, PATIENT).toEqual([1]);
    await service.database.pool.query("update notes set visibility = 'team' where id = $1", [on.noteId]);
    await expect.poll(() => seen.at(-1), PATIENT).toMatch("Access denied");
    // The address that was given out before has ended as well.
    expect((await fetch(url)).status).toBe(404);
    await expect(
      team.viewer.http.action(api.attachments.getAttachmentUrl, { attachmentId }),
    ).rejects.toMatchObject(DENIED);
  });

  it("ends with the membership, also for addresses that were given out", async () => {
    const leaver = await createPerson(service, "Lothar Leaver");
    await addMember(service, team.diaryId, leaver, "member");
    const attachmentId = await attachAs(team.owner, target);
    const { url } = await leaver.http.action(api.attachments.getAttachmentUrl, { attachmentId });
    const { uploadUrl } = await requestUpload(leaver, target);
    await service.database.pool.query("delete from members where user_id = $1", [leaver.userId]);
    expect((await fetch(url)).status).toBe(404);
    expect((await putFile(uploadUrl, TEXT_FILE)).status).toBe(403);
    await expect(
      leaver.http.action(api.attachments.getAttachmentUrl, { attachmentId }),
    ).rejects.toMatchObject(DENIED);
  });

  it("needs a signed-in, known user", async () => {
    const nobody = await service.http();
    await expect(
      nobody.query(api.attachments.listAttachments, { noteId: target.noteId }),
    ).rejects.toMatchObject(refusal("unauthenticated", "Not authenticated"));
    const unknown = await service.http({ subject: "unknown", email: "u@example.org", name: "U" });
    await expect(
      unknown.action(api.attachments.generateUploadUrl, { ...target, filename: "a", mimeType: "a/b" }),
    ).rejects.toMatchObject(refusal("unknown-user", "User not found"));
  });
});
