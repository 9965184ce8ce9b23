import { once } from "node:events";
import { readdir, utimes } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api, noteArguments } from "../people.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { putFile, TEXT_FILE } from "../uploads.ts";
import { usedDirectory } from "../used-directory.ts";
import { createHousehold } from "./household.ts";

let directory: Awaited<ReturnType<typeof usedDirectory>>;
let server: ServerProcess;
beforeAll(async () => {
  directory = await usedDirectory();
  server = await startServer({ DATA_DIR: directory.path });
});
afterAll(async () => {
  await server?.end("SIGTERM");
  await directory?.remove();
});

const filesIn = (folder: string) => readdir(join(directory.path, "files", folder)).catch(() => []);
const restartServer = async () => {
  server = await startServer({ DATA_DIR: directory.path, PORT: new URL(server.url).port });
};

it("cleans up an upload during which the server was killed, and lets it be repeated", async () => {
  const { diaryId, people } = await createHousehold(server.url, directory.path, ["Maria"]);
  const device = people[0]!.device();
  const noteId = await device.mutation(api.notes.createNote, noteArguments(diaryId));
  const file = { diaryId, noteId, filename: TEXT_FILE.name, mimeType: TEXT_FILE.type };
  const { uploadUrl, objectName } = await device.action(api.attachments.generateUploadUrl, file);

  const sending = request(uploadUrl, {
    method: "PUT",
    headers: { "Content-Type": TEXT_FILE.type, "Content-Length": 8_000_000 },
  });
  const broken = once(sending, "error");
  sending.write(Buffer.alloc(4_000_000));
  await expect.poll(() => filesIn("drafts"), { timeout: 10_000 }).toHaveLength(1);
  await server.end("SIGKILL");
  await broken;
  expect(await filesIn("attachments")).toEqual([]);
  const [draft] = await filesIn("drafts");
  expect(draft).toMatch(/\.part$/);

  // What a killed server leaves goes when the next one starts, once nobody can be writing to it any more.
  const long = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(directory.path, "files", "drafts", draft!), long, long);
  await restartServer();
  expect(await filesIn("drafts")).toEqual([]);

  const attach = () =>
    device.mutation(api.attachments.createAttachment, {
      ...file,
      sizeBytes: TEXT_FILE.bytes.length,
      gcsObjectName: objectName,
    });
  await expect(attach()).rejects.toThrow("The file must be one that you have uploaded");
  expect((await putFile(uploadUrl, TEXT_FILE)).status).toBe(200);
  const attachmentId = await attach();

  // What was acknowledged outlives the next kill.
  await server.end("SIGKILL");
  await restartServer();
  const { url } = await device.action(api.attachments.getAttachmentUrl, { attachmentId });
  expect(await (await fetch(url)).text()).toBe(TEXT_FILE.bytes.toString());
  await device.close();
}, 120_000);
