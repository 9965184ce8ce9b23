import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDrafts } from "../../../server/storage/drafts.ts";
import { createS3Storage } from "../../../server/storage/s3.ts";
import type { FileStorage } from "../../../server/storage/storage.ts";
import { HARMFUL_FILES, PREVIEWABLE_FILES } from "../../../test/files.ts";
import { api, careTeam, createNote } from "../../../test/people.ts";
import { type S3Server, startS3Server } from "../../../test/s3_server.ts";
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

/** For busy machines. */
const PATIENT = { timeout: 30_000 };

const LARGEST = 10_485_759;

let bucket: S3Server;
let storage: FileStorage;
let directory: string;
let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let target: { diaryId: string; noteId: string };
beforeAll(async () => {
  bucket = await startS3Server();
  directory = await mkdtemp(join(tmpdir(), "carediary-bucket-"));
  storage = createS3Storage(bucket.config, createDrafts(join(directory, "drafts")));
  service = await startService({ storage });
  team = await careTeam(service);
  target = { diaryId: team.diaryId, noteId: await createNote(team.owner, team.diaryId) };
});
afterAll(async () => {
  await service.close();
  await bucket.close();
  await rm(directory, { recursive: true, force: true });
});

const waiting = (objectName: string) => objectName.replace("attachments/", "uploads/");
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("attachments in a bucket of an S3 service", () => {
  it("are uploaded and downloaded without passing through this server", {
    tags: spec("CORE-407 CORE-408 CORE-409 CORE-412 CORE-413"),
  }, async () => {
    const { uploadUrl, objectName } = await requestUpload(team.caregiver, target);
    expect(new URL(uploadUrl).origin).toBe(bucket.config.endpoint);
    expect((await putFile(uploadUrl, TEXT_FILE)).status).toBe(200);
    const attachmentId = await createAttachmentAs(team.caregiver, target, objectName);
    expect(await storage.size(objectName)).toBe(TEXT_FILE.bytes.length);
    const answer = await downloadAs(team.admin, attachmentId);
    expect(new URL(answer.url).origin).toBe(bucket.config.endpoint);
    expect(new URL(answer.url).searchParams.get("X-Amz-Expires")).toBe("60");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="leaflet.txt"/);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(await bytesOf(answer)).toEqual(TEXT_FILE.bytes);
  });

  it("are measured in the bucket: one byte less than 10 MB stays, more is refused and removed", {
    tags: spec("CORE-404 CORE-405"),
  }, async () => {
    const bytes = Buffer.alloc(LARGEST, "0123456789");
    const attachmentId = await attachAs(team.owner, target, { ...TEXT_FILE, bytes });
    expect((await bytesOf(await downloadAs(team.owner, attachmentId))).equals(bytes)).toBe(true);

    await expect(
      requestUpload(team.owner, target, { ...TEXT_FILE, bytes: Buffer.alloc(LARGEST + 1) }),
    ).rejects.toMatchObject({ data: { code: "limit", message: "File size must be less than 10MB" } });
  });

  it("pass through this server when their size is unknown, up to 10 MB", async () => {
    const ask = () =>
      team.owner.http.action(api.attachments.generateUploadUrl, {
        ...target,
        filename: TEXT_FILE.name,
        mimeType: TEXT_FILE.type,
      });
    const { uploadUrl, objectName } = await ask();
    expect(new URL(uploadUrl).origin).toBe(service.url);
    expect((await putFile(uploadUrl, { ...TEXT_FILE, bytes: Buffer.alloc(LARGEST + 1) })).status).toBe(413);
    for (const name of [objectName, waiting(objectName)]) expect(await storage.size(name)).toBeNull();
    const second = await ask();
    expect((await putFile(second.uploadUrl, TEXT_FILE)).status).toBe(200);
    const attachmentId = await createAttachmentAs(team.owner, target, second.objectName);
    expect(await bytesOf(await downloadAs(team.owner, attachmentId))).toEqual(TEXT_FILE.bytes);
  });

  it("have to have exactly the size that was announced", async () => {
    const { uploadUrl } = await team.owner.http.action(api.attachments.generateUploadUrl, {
      ...target,
      filename: TEXT_FILE.name,
      mimeType: TEXT_FILE.type,
      sizeBytes: TEXT_FILE.bytes.length,
    });
    expect((await putFile(uploadUrl, { ...TEXT_FILE, bytes: Buffer.alloc(1000) })).status).toBe(403);
    expect((await putFile(uploadUrl, TEXT_FILE)).status).toBe(200);
  });

  it("can't be replaced through their upload link, which still works", async () => {
    const { uploadUrl, objectName } = await requestUpload(team.owner, target);
    await putFile(uploadUrl, TEXT_FILE);
    const attachmentId = await createAttachmentAs(team.owner, target, objectName);
    const other = { ...TEXT_FILE, bytes: Buffer.from("Take ten a day.") };
    expect((await putFile(uploadUrl, other)).status).toBe(200);
    expect(await bytesOf(await downloadAs(team.owner, attachmentId))).toEqual(TEXT_FILE.bytes);
    await expect(createAttachmentAs(team.owner, target, objectName)).rejects.toThrow(
      "The file must be one that you have uploaded",
    );
    // The overwritten upload is deleted once the link has expired.
    const { rows } = await service.database.pool.query(
      "select not_before - now() > interval '15 minutes' as later from file_removals where name = $1",
      [waiting(objectName)],
    );
    expect(rows).toEqual([{ later: true }]);
  });

  it("need an uploaded file", async () => {
    const { objectName } = await requestUpload(team.owner, target);
    await expect(createAttachmentAs(team.owner, target, objectName)).rejects.toThrow(
      "The file must be one that you have uploaded",
    );
  });

  it("are created once, however many requests ask at once", async () => {
    const objectName = await uploadAs(team.owner, target);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => createAttachmentAs(team.owner, target, objectName)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it.each([...PREVIEWABLE_FILES.map((file) => ({ ...file, shownAs: file.type })), ...HARMFUL_FILES])(
    "get their type from their first bytes: $name as $shownAs",
    async ({ shownAs, ...file }) => {
      const on = { ...target, noteId: await createNote(team.owner, team.diaryId) };
      const attachmentId = await attachAs(team.owner, on, file);
      const [row] = await team.owner.http.query(api.attachments.listAttachments, { noteId: on.noteId });
      expect(row!.previewType).toBe(shownAs);
      const answer = await downloadAs(team.owner, attachmentId);
      expect(answer.headers.get("content-type")).toBe(shownAs ?? "application/octet-stream");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
    },
  );

  it("can be empty", async () => {
    const file = { ...TEXT_FILE, bytes: Buffer.alloc(0) };
    const attachmentId = await attachAs(team.owner, target, file);
    expect(await bytesOf(await downloadAs(team.owner, attachmentId))).toHaveLength(0);
  });

  it("of an encrypted note pass through this server and are encrypted in the bucket", {
    tags: spec("CORE-400"),
  }, async () => {
    const on = { ...target, noteId: await createNote(team.owner, team.diaryId, { isEncrypted: true }) };
    const secret = { ...TEXT_FILE, bytes: Buffer.alloc(300_000, "canary-in-a-bucket ") };
    const { uploadUrl, objectName } = await requestUpload(team.owner, on, secret);
    expect(new URL(uploadUrl).origin).toBe(service.url);
    expect((await putFile(uploadUrl, secret)).status).toBe(200);
    const attachmentId = await createAttachmentAs(team.owner, on, objectName, secret);
    expect(await team.owner.http.query(api.attachments.listAttachments, { noteId: on.noteId })).toMatchObject(
      [{ _id: attachmentId, isEncrypted: true }],
    );
    expect(Buffer.from((await storage.read(objectName))!).includes("canary")).toBe(false);
    const answer = await downloadAs(team.caregiver, attachmentId);
    expect(new URL(answer.url).origin).toBe(service.url);
    expect((await bytesOf(answer)).equals(secret.bytes)).toBe(true);
    expect(await readdir(join(directory, "drafts"))).toEqual([]);
  });

  it("come from one of two nodes that receive them at once", async () => {
    const on = { ...target, noteId: await createNote(team.owner, team.diaryId, { isEncrypted: true }) };
    const other = await service.startSecondNode();
    const { uploadUrl, objectName } = await requestUpload(team.owner, on);
    const texts = [Buffer.alloc(300_000, "a"), Buffer.alloc(300_000, "b")];
    const sending = [uploadUrl, uploadUrl.replace(service.url, other.url)].map((url, i) => {
      const sent = request(url, { method: "PUT", headers: { "Content-Type": TEXT_FILE.type } });
      sent.write(texts[i]!.subarray(0, 200_000));
      return sent;
    });
    // Both uploads are accepted before either ends.
    await expect.poll(() => readdir(join(directory, "drafts")), PATIENT).toHaveLength(2);
    const answers = sending.map((sent, i) => {
      sent.end(texts[i]!.subarray(200_000));
      return once(sent, "response") as Promise<[IncomingMessage]>;
    });
    const statuses = (await Promise.all(answers)).map(([{ statusCode }]) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 403]);
    const attachmentId = await createAttachmentAs(team.owner, on, objectName, {
      ...TEXT_FILE,
      bytes: texts[0]!,
    });
    const winner = texts[statuses.indexOf(200)]!;
    expect((await bytesOf(await downloadAs(team.owner, attachmentId))).equals(winner)).toBe(true);
  });
});
