import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createDrafts } from "../../../server/storage/drafts.ts";
import { createS3Storage } from "../../../server/storage/s3.ts";
import { api, careTeam, createNote } from "../../../test/people.ts";
import { type FaultProxy, startProxy } from "../../../test/proxy.ts";
import { type S3Server, startS3Server } from "../../../test/s3_server.ts";
import { type Service, startService } from "../../../test/service.ts";
import { createAttachmentAs, putFile, requestUpload, TEXT_FILE, uploadAs } from "../../../test/uploads.ts";

/** Twice as many as a node has connections to its database. */
const UPLOADS = 24;
/** Longer than a test: nothing ends by itself while the bucket hangs. */
const PATIENCE = { connectMs: 60_000, answerMs: 60_000 };

let bucket: S3Server;
let network: FaultProxy;
let directory: string;
let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  bucket = await startS3Server();
  network = await startProxy({ host: "127.0.0.1", port: Number(new URL(bucket.config.endpoint!).port) });
  directory = await mkdtemp(join(tmpdir(), "carediary-hanging-"));
  service = await startService({ storage: openBucket(PATIENCE) });
  team = await careTeam(service);
});
beforeEach(() => setHanging(false));
const openBucket = (patience: typeof PATIENCE) =>
  createS3Storage(
    { ...bucket.config, endpoint: `http://127.0.0.1:${network.port}` },
    createDrafts(join(directory, "drafts")),
    patience,
  );
afterAll(async () => {
  await service.close();
  await network.close();
  await bucket.close();
  await rm(directory, { recursive: true, force: true });
});

/** The bucket accepts connections and requests and never answers. */
function setHanging(does: boolean): void {
  network.faults.swallow.down = does;
  network.faults.refuse = false;
  if (!does) network.cut();
}

/** From now on all connections to the bucket break. */
function breakNetwork(): void {
  network.faults.refuse = true;
  network.cut();
}

const newTarget = async (isEncrypted: boolean) => ({
  diaryId: team.diaryId,
  noteId: await createNote(team.owner, team.diaryId, { isEncrypted }),
});

/** Waits until more requests hang than a node has connections to its database, and reads while they do. */
async function readBeside(hanging: readonly Promise<unknown>[], noteId: string): Promise<void> {
  let ended = 0;
  for (const one of hanging) void one.finally(() => ended++);
  await expect.poll(() => network.links.size).toBeGreaterThan(11);
  for (let i = 0; i < 10; i++) await team.owner.http.query(api.attachments.listAttachments, { noteId });
  expect(ended).toBe(0);
}

it("uploads through this server to a bucket that doesn't answer keep nobody else waiting", async () => {
  const target = await newTarget(true);
  const links = await Promise.all(Array.from({ length: UPLOADS }, () => requestUpload(team.owner, target)));
  setHanging(true);
  const sent = links.map(({ uploadUrl }) => putFile(uploadUrl, TEXT_FILE));
  await readBeside(sent, target.noteId);
  breakNetwork();
  for (const answer of await Promise.all(sent)) expect(answer.status).toBe(503);

  setHanging(false);
  expect((await putFile(links[0]!.uploadUrl, TEXT_FILE)).status).toBe(200);
  await createAttachmentAs(team.owner, target, links[0]!.objectName);
});

it("attaching files from a bucket that doesn't answer keeps nobody else waiting", async () => {
  const target = await newTarget(false);
  const names = await Promise.all(Array.from({ length: UPLOADS }, () => uploadAs(team.owner, target)));
  setHanging(true);
  // One client sends its mutations in a row, so each file has a client of its own.
  const attaching = names.map(async (name) => {
    const http = await service.http(team.owner);
    return createAttachmentAs({ http }, target, name).catch((error) => error.data);
  });
  await readBeside(attaching, target.noteId);
  breakNetwork();
  for (const refused of await Promise.all(attaching)) expect(refused).toMatchObject({ code: "busy" });

  setHanging(false);
  await createAttachmentAs(team.owner, target, names[0]!);
});

it("an upload and an attachment end with words when the bucket hasn't answered for long enough", async () => {
  const hasty = await startService({ storage: openBucket({ connectMs: 500, answerMs: 500 }) });
  const { owner, diaryId } = await careTeam(hasty);
  const place = { diaryId, noteId: await createNote(owner, diaryId) };
  const objectName = await uploadAs(owner, place);
  const { uploadUrl } = await requestUpload(owner, {
    ...place,
    noteId: await createNote(owner, diaryId, { isEncrypted: true }),
  });
  setHanging(true);
  expect((await putFile(uploadUrl, TEXT_FILE)).status).toBe(503);
  const refused = await createAttachmentAs(owner, place, objectName).catch((error) => error.data);
  expect(refused).toMatchObject({ code: "busy" });
  await hasty.close();
});

it("a file is attached once, and its uploader learns it, when the answer to the first request is lost", async () => {
  const target = await newTarget(false);
  const objectName = await uploadAs(team.owner, target);
  const line = await startProxy(
    { host: "127.0.0.1", port: Number(new URL(service.url).port) },
    { plain: true },
  );
  const client = service.connect(team.owner, { url: `http://127.0.0.1:${line.port}` });
  let answers = 0;
  line.tap.down = async (piece, link) => {
    if (!piece.includes("MutationResponse") || ++answers > 1) return;
    link.cut();
    return false;
  };
  const attachmentId = await client.mutation(api.attachments.createAttachment, {
    ...target,
    filename: TEXT_FILE.name,
    mimeType: TEXT_FILE.type,
    sizeBytes: TEXT_FILE.bytes.length,
    gcsObjectName: objectName,
  });
  expect(answers).toBe(2);
  const list = await team.owner.http.query(api.attachments.listAttachments, { noteId: target.noteId });
  expect(list).toMatchObject([{ _id: attachmentId }]);
  await client.close();
  await line.close();
});
