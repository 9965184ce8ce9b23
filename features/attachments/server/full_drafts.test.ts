import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDrafts } from "../../../server/storage/drafts.ts";
import { createS3Storage } from "../../../server/storage/s3.ts";
import { type SmallDisk, smallDisk } from "../../../test/durability/small-disk.ts";
import { careTeam, createNote } from "../../../test/people.ts";
import { type S3Server, startS3Server } from "../../../test/s3_server.ts";
import { type Service, startService } from "../../../test/service.ts";
import { attachAs, downloadAs, putFile, requestUpload, TEXT_FILE } from "../../../test/uploads.ts";

let disk: SmallDisk;
let bucket: S3Server;
let service: Service;
let drafts: string;
beforeAll(async () => {
  disk = await smallDisk(3);
  drafts = join(disk.outside, "drafts");
  bucket = await startS3Server();
  service = await startService({ storage: createS3Storage(bucket.config, createDrafts(drafts)) });
});
afterAll(async () => {
  await service?.close();
  await bucket?.close();
  await disk?.remove();
});

it("says that the disk is full when an upload has no room for its draft, and keeps nothing of it", async () => {
  const { owner, diaryId } = await careTeam(service);
  // Files of encrypted notes pass through this server.
  const target = { diaryId, noteId: await createNote(owner, diaryId, { isEncrypted: true }) };
  const large = { name: "scan.bin", type: "application/octet-stream", bytes: Buffer.alloc(8_000_000, "x") };
  const { uploadUrl } = await requestUpload(owner, target, large);
  const answer = await putFile(uploadUrl, large);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: expect.stringMatching(/^The server's disk is full/), key: "refusals.diskFull" },
  ]);
  expect(await readdir(drafts)).toEqual([]);

  const attachmentId = await attachAs(owner, target);
  expect(await (await downloadAs(owner, attachmentId)).text()).toBe(TEXT_FILE.bytes.toString());
});
