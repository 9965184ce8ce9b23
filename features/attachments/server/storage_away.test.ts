import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createDrafts } from "../../../server/storage/drafts.ts";
import { createS3Storage } from "../../../server/storage/s3.ts";
import { careTeam, createNote } from "../../../test/people.ts";
import { startS3Server } from "../../../test/s3_server.ts";
import { type Service, startService } from "../../../test/service.ts";
import { createAttachmentAs, putFile, requestUpload, TEXT_FILE, uploadAs } from "../../../test/uploads.ts";

const AWAY = "The file storage doesn't answer at the moment. Please try again later.";

async function teamOf(service: Service) {
  const team = await careTeam(service);
  const target = { diaryId: team.diaryId, noteId: await createNote(team.owner, team.diaryId) };
  return { ...team, target };
}

it("the error names a disk that fails, and the file can be attached once the disk is back", async () => {
  const service = await startService();
  const { owner, target } = await teamOf(service);
  const objectName = await uploadAs(owner, target);
  const { uploadUrl } = await requestUpload(owner, target);

  const place = join(service.files, "attachments");
  await rename(place, `${place}-away`);
  await writeFile(place, "no directory");
  await expect(createAttachmentAs(owner, target, objectName)).rejects.toMatchObject({
    data: { code: "busy", message: AWAY },
  });
  const refused = await putFile(uploadUrl, TEXT_FILE);
  expect({ status: refused.status, statusText: refused.statusText, body: await refused.json() }).toEqual({
    status: 503,
    statusText: "Service Unavailable",
    body: { error: AWAY, key: "refusals.storageFault" },
  });

  await rm(place);
  await rename(`${place}-away`, place);
  await createAttachmentAs(owner, target, objectName);
  expect((await putFile(uploadUrl, TEXT_FILE)).status).toBe(200);
  await service.close();
});

it("the error names a bucket that doesn't answer", async () => {
  const bucket = await startS3Server();
  const directory = await mkdtemp(join(tmpdir(), "carediary-away-"));
  const patience = { connectMs: 500, answerMs: 1000 };
  const storage = createS3Storage(bucket.config, createDrafts(join(directory, "drafts")), patience);
  const service = await startService({ storage });
  const { owner, target } = await teamOf(service);
  const objectName = await uploadAs(owner, target);
  await bucket.close();
  await expect(createAttachmentAs(owner, target, objectName)).rejects.toMatchObject({
    data: { code: "busy", message: AWAY },
  });
  await service.close();
  await rm(directory, { recursive: true });
});
