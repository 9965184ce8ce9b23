import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { destroyKeys } from "../../../server/vault/data.ts";
import { HARMFUL_FILES, PREVIEWABLE_FILES } from "../../../test/files.ts";
import { api, careTeam, createNote } from "../../../test/people.ts";
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
const TOO_LARGE_TEXT = "File size must be less than 10MB";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let target: { diaryId: string; noteId: string };
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
  target = { diaryId: team.diaryId, noteId: await createNote(team.owner, team.diaryId) };
});
afterAll(() => service.close());

const drafts = () => readdir(join(service.files, "drafts")).catch(() => []);
const stored = (objectName: string) => service.storage.size(objectName);
const ask = () => requestUpload(team.owner, target);
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** Sends a PUT step by step, with the given headers. */
function slowPut(url: string, headers: Record<string, string | number>) {
  const sent = request(url, { method: "PUT", headers: { "Content-Type": "text/plain", ...headers } });
  const answered = once(sent, "response").then(async ([response]) => {
    let text = "";
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode as number, text };
  });
  answered.catch(() => {});
  sent.on("error", () => {});
  return { sent, answered };
}

describe("PUT of a file", () => {
  it("takes one byte less than 10 MB, with or without an announced length", {
    tags: spec("CORE-404"),
  }, async () => {
    const bytes = Buffer.alloc(LARGEST, "0123456789");
    for (const how of ["told", "untold"]) {
      const { uploadUrl, objectName } = await ask();
      const { sent, answered } = slowPut(uploadUrl, how === "told" ? { "Content-Length": LARGEST } : {});
      sent.end(bytes);
      expect((await answered).status, how).toBe(200);
      expect(await stored(objectName)).toBe(LARGEST);
      const attachmentId = await createAttachmentAs(team.owner, target, objectName, { ...TEXT_FILE, bytes });
      expect((await bytesOf(await downloadAs(team.owner, attachmentId))).equals(bytes)).toBe(true);
    }
  });

  it.each([
    ["of 10 MB", LARGEST + 1, true],
    ["of 10 MB whose length isn't told", LARGEST + 1, false],
    ["of 25 MB", 25_000_000, true],
  ])(
    "refuses one %s and stores nothing of it",
    { tags: spec("CORE-404 CORE-405") },
    async (_, size, told) => {
      const { uploadUrl, objectName } = await ask();
      const { sent, answered } = slowPut(uploadUrl, told ? { "Content-Length": size } : {});
      sent.end(Buffer.alloc(size));
      expect(await answered).toEqual({
        status: 413,
        text: JSON.stringify({ error: TOO_LARGE_TEXT, key: "attachmentrules.size" }),
      });
      expect(await stored(objectName)).toBeNull();
      expect(await drafts()).toEqual([]);
      // The link still works for a smaller file.
      expect((await putFile(uploadUrl, TEXT_FILE)).status).toBe(200);
    },
  );

  it("ends the connection when a file is too large and goes on", async () => {
    const { uploadUrl, objectName } = await ask();
    const { sent, answered } = slowPut(uploadUrl, {});
    const megabyte = Buffer.alloc(1024 * 1024);
    let written = 0;
    const closed = new Promise((resolve) => sent.once("close", () => resolve("closed")));
    const next = () => new Promise((resolve) => sent.write(megabyte, () => resolve("written")));
    while (written < 200 && (await Promise.race([next(), closed])) === "written") written++;
    expect(written).toBeLessThan(100);
    // The connection may close before the answer arrives.
    expect(await answered.then(({ status }) => status).catch(() => 413)).toBe(413);
    expect(await stored(objectName)).toBeNull();
    await expect.poll(drafts, PATIENT).toEqual([]);
  });

  it("writes a draft that nobody else can read, and publishes it only when it is complete", async () => {
    const { uploadUrl, objectName } = await ask();
    const { sent, answered } = slowPut(uploadUrl, { "Content-Length": 6_000_000 });
    sent.write(Buffer.alloc(5_000_000, "a"));
    await expect
      .poll(async () => {
        const [name] = await drafts();
        return name ? (await stat(join(service.files, "drafts", name))).size : 0;
      }, PATIENT)
      .toBeGreaterThan(4_000_000);
    const [name] = await drafts();
    expect((await stat(join(service.files, "drafts", name!))).mode & 0o077).toBe(0);
    expect(await stored(objectName)).toBeNull();
    await expect(createAttachmentAs(team.owner, target, objectName)).rejects.toThrow(
      "The file must be one that you have uploaded",
    );
    sent.end(Buffer.alloc(1_000_000, "b"));
    expect((await answered).status).toBe(200);
    expect(await stored(objectName)).toBe(6_000_000);
    expect(await drafts()).toEqual([]);
  });

  it("leaves nothing when it breaks off, and can be repeated", async () => {
    const { uploadUrl, objectName } = await ask();
    const { sent } = slowPut(uploadUrl, { "Content-Length": 6_000_000 });
    sent.write(Buffer.alloc(3_000_000));
    await expect.poll(drafts, PATIENT).toHaveLength(1);
    sent.destroy();
    await expect.poll(drafts, PATIENT).toEqual([]);
    expect(await stored(objectName)).toBeNull();
    await expect.poll(async () => (await putFile(uploadUrl, TEXT_FILE)).status, PATIENT).toBe(200);
    expect(await stored(objectName)).toBe(TEXT_FILE.bytes.length);
  });

  it("works once: a stored file isn't replaced, before or after it became an attachment", async () => {
    const { uploadUrl, objectName } = await ask();
    expect((await putFile(uploadUrl, TEXT_FILE)).status).toBe(200);
    const other = { ...TEXT_FILE, bytes: Buffer.from("something else") };
    expect((await putFile(uploadUrl, other)).status).toBe(403);
    const attachmentId = await createAttachmentAs(team.owner, target, objectName);
    expect((await putFile(uploadUrl, other)).status).toBe(403);
    expect(await bytesOf(await downloadAs(team.owner, attachmentId))).toEqual(TEXT_FILE.bytes);
  });

  it("stores exactly one of many simultaneous uploads", async () => {
    const { uploadUrl, objectName } = await ask();
    const texts = Array.from({ length: 6 }, (_, i) => Buffer.alloc(200_000 + i, `${i}`));
    const answers = await Promise.all(texts.map((bytes) => putFile(uploadUrl, { ...TEXT_FILE, bytes })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 403, 409].includes(status))).toBe(true);
    const winner = texts[statuses.indexOf(200)]!;
    expect(Buffer.from((await service.storage.read(objectName))!).equals(winner)).toBe(true);
    expect(await drafts()).toEqual([]);
  });

  it("needs the type that was announced", { tags: spec("CORE-410") }, async () => {
    const { uploadUrl, objectName } = await ask();
    for (const type of ["text/html", "text/plain2", "image/png"]) {
      expect((await putFile(uploadUrl, { ...TEXT_FILE, type })).status, type).toBe(415);
    }
    const { sent, answered } = slowPut(uploadUrl, {});
    sent.removeHeader("Content-Type");
    sent.end("x");
    expect((await answered).status).toBe(415);
    expect(await stored(objectName)).toBeNull();
    const taken = await putFile(uploadUrl, { ...TEXT_FILE, type: "text/plain; charset=utf-8" });
    // Without a type Firefox parses the answer as XML and logs an error.
    expect([taken.status, taken.headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  });

  it("needs a valid link of the right kind", async () => {
    const { uploadUrl, objectName } = await ask();
    const attachmentId = await attachAs(team.owner, target);
    const { url } = await team.owner.http.action(api.attachments.getAttachmentUrl, { attachmentId });
    const grant = { use: "upload", grantId: "0197c3d4-0000-7000-8000-000000000009" } as const;
    const expired = service.links.sign(grant, Date.now() - 1);
    const unknown = service.links.sign(grant, Date.now() + 60_000);
    for (const link of [url, expired, unknown, `${uploadUrl}x`, `${service.url}/api/files/x`]) {
      expect((await putFile(link, TEXT_FILE)).status).toBe(403);
    }
    expect((await fetch(uploadUrl)).status).toBe(403);
    expect((await fetch(uploadUrl, { method: "POST", body: "x" })).status).toBe(404);
    expect(await stored(objectName)).toBeNull();
  });

  it("works for 15 minutes", async () => {
    const { uploadUrl, objectName } = await ask();
    const { rows } = await service.database.pool.query(
      `update upload_grants set expires_at = now() where object_name = $1
       returning extract(epoch from expires_at - created_at)::int as s`,
      [objectName],
    );
    expect(rows[0].s).toBeLessThan(60);
    expect((await putFile(uploadUrl, TEXT_FILE)).status).toBe(403);
    const token = (await ask()).uploadUrl.split("/").at(-1)!;
    expect(service.links.read(token, Date.now() + 14.9 * 60_000)).toMatchObject({ use: "upload" });
    expect(service.links.read(token, Date.now() + 15.1 * 60_000)).toBeNull();
  });
});

describe("GET of a file", () => {
  it("is a download that can't run code", { tags: spec("WORK-704") }, async () => {
    const attachmentId = await attachAs(team.owner, target, { ...TEXT_FILE, name: "Merkblatt ä.txt" });
    const answer = await downloadAs(team.caregiver, attachmentId);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": String(TEXT_FILE.bytes.length),
      "content-disposition": `attachment; filename="Merkblatt _.txt"; filename*=UTF-8''Merkblatt%20%C3%A4.txt`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "accept-ranges": "none",
    });
  });

  it.each(PREVIEWABLE_FILES)("gives $name its real type, and shows it on request", async (file) => {
    const attachmentId = await attachAs(team.owner, target, { ...file, type: "text/html" });
    const [row] = (
      await team.owner.http.query(api.attachments.listAttachments, { noteId: target.noteId })
    ).slice(-1);
    expect(row).toMatchObject({ mimeType: "text/html", previewType: file.type });
    const [saved, shown] = [
      await downloadAs(team.owner, attachmentId),
      await downloadAs(team.owner, attachmentId, true),
    ];
    for (const answer of [saved, shown]) {
      expect(answer.headers.get("content-type")).toBe(file.type);
      expect(answer.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      expect(await bytesOf(answer)).toEqual(file.bytes);
    }
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment;/);
    const place = file.type === "application/pdf" ? "attachment" : "inline";
    expect(shown.headers.get("content-disposition")!.split(";")[0]).toBe(place);
  });

  it.each(HARMFUL_FILES)("never gives $name the type that its uploader claims", async (file) => {
    const on = { diaryId: team.diaryId, noteId: await createNote(team.owner, team.diaryId) };
    const attachmentId = await attachAs(team.owner, on, file);
    const answer = await downloadAs(team.owner, attachmentId);
    expect(answer.headers.get("content-type")).toBe(file.shownAs ?? "application/octet-stream");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const preview = downloadAs(team.owner, attachmentId, true);
    if (file.shownAs) expect((await preview).headers.get("content-type")).toBe(file.shownAs);
    else {
      await expect(preview).rejects.toMatchObject({
        data: { code: "invalid", message: "Only pictures and PDF files have a preview", path: "preview" },
      });
    }
  });

  it("answers HEAD like GET without the file, and a range with the whole file", async () => {
    const attachmentId = await attachAs(team.owner, target);
    const { url } = await team.owner.http.action(api.attachments.getAttachmentUrl, { attachmentId });
    const head = await fetch(url, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String(TEXT_FILE.bytes.length));
    expect(head.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(await head.text()).toBe("");
    const range = await fetch(url, { headers: { Range: "bytes=5-7" } });
    expect(range.status).toBe(200);
    expect(await bytesOf(range)).toEqual(TEXT_FILE.bytes);
    for (const method of ["DELETE", "PATCH", "POST"]) {
      expect((await fetch(url, { method })).status, method).toBe(404);
    }
    expect((await putFile(url, TEXT_FILE)).status).toBe(403);
  });

  it("needs a valid link of the right kind, for 5 minutes", async () => {
    const attachmentId = await attachAs(team.owner, target);
    const { url } = await team.owner.http.action(api.attachments.getAttachmentUrl, { attachmentId });
    const token = url.split("/").at(-1)!;
    expect(service.links.read(token, Date.now() + 4.9 * 60_000)).toMatchObject({ use: "download" });
    expect(service.links.read(token, Date.now() + 5.1 * 60_000)).toBeNull();
    const { userId } = team.owner;
    const link = { use: "download", attachmentId, userId, preview: false } as const;
    const answers = await Promise.all([
      fetch(service.links.sign(link, Date.now() - 1)),
      fetch(`${url}x`),
      fetch(`${service.url}/api/files/`),
      fetch(service.links.sign({ ...link, userId: team.outsider.userId }, Date.now() + 60_000)),
      fetch(service.links.sign({ ...link, attachmentId: target.noteId }, Date.now() + 60_000)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404, 404]);
    for (const answer of answers) expect(await answer.text()).not.toContain("Take one");
  });

  it("ends when the attachment is deleted or its file is lost", async () => {
    const objectName = await uploadAs(team.owner, target);
    const attachmentId = await createAttachmentAs(team.owner, target, objectName);
    const { url } = await team.owner.http.action(api.attachments.getAttachmentUrl, { attachmentId });
    const bytes = (await service.storage.read(objectName))!;
    await service.storage.remove(objectName);
    expect((await fetch(url)).status).toBe(404);
    await service.storage.write(objectName, bytes);
    expect((await fetch(url)).status).toBe(200);
    await team.owner.http.mutation(api.attachments.deleteAttachment, { attachmentId });
    expect((await fetch(url)).status).toBe(404);
  });
});

describe("files of an encrypted note", () => {
  const secret = {
    name: "canary-file.txt",
    type: "text/plain",
    bytes: Buffer.alloc(300_000, "canary-in-a-file "),
  };
  const encrypted = async () => ({
    diaryId: team.diaryId,
    noteId: await createNote(team.owner, team.diaryId, { isEncrypted: true }),
  });

  it("are encrypted on the disk and come back as they were, also as a preview", {
    tags: spec("CORE-400"),
  }, async () => {
    const on = await encrypted();
    const objectName = await uploadAs(team.owner, on, secret);
    const attachmentId = await createAttachmentAs(team.owner, on, objectName, secret);
    const [row] = await team.caregiver.http.query(api.attachments.listAttachments, { noteId: on.noteId });
    expect(row).toMatchObject({ isEncrypted: true, sizeBytes: 300_000 });
    const onDisk = await readFile(join(service.files, objectName));
    expect(onDisk.includes("canary")).toBe(false);
    expect((await bytesOf(await downloadAs(team.caregiver, attachmentId))).equals(secret.bytes)).toBe(true);
    const picture = PREVIEWABLE_FILES[1]!;
    const shown = await downloadAs(team.owner, await attachAs(team.owner, on, picture), true);
    expect(shown.headers.get("content-type")).toBe("image/png");
    expect(await bytesOf(shown)).toEqual(picture.bytes);
  });

  it("may have one byte less than 10 MB as well, and may be empty", { tags: spec("CORE-404") }, async () => {
    const on = await encrypted();
    for (const size of [0, 65_536, LARGEST]) {
      const file = { ...secret, bytes: Buffer.alloc(size, "0123456789") };
      const answer = await downloadAs(team.owner, await attachAs(team.owner, on, file));
      expect((await bytesOf(answer)).equals(file.bytes), `${size}`).toBe(true);
    }
    const { uploadUrl } = await requestUpload(team.owner, on, secret);
    expect((await putFile(uploadUrl, { ...secret, bytes: Buffer.alloc(LARGEST + 1) })).status).toBe(413);
  });

  it("are lost for good with the notebook's key", async () => {
    const household = await careTeam(service);
    const on = {
      diaryId: household.diaryId,
      noteId: await createNote(household.owner, household.diaryId, { isEncrypted: true }),
    };
    const attachmentId = await attachAs(household.owner, on, secret);
    expect((await downloadAs(household.owner, attachmentId)).status).toBe(200);
    await destroyKeys(service.database.db, household.diaryId);
    expect((await downloadAs(household.owner, attachmentId)).status).toBe(404);
  });

  it("break off when a bit of them changes, and aren't given out under another name", async () => {
    const on = await encrypted();
    const names = [await uploadAs(team.owner, on, secret), await uploadAs(team.owner, on, secret)];
    const [first, second] = [
      await createAttachmentAs(team.owner, on, names[0]!, secret),
      await createAttachmentAs(team.owner, on, names[1]!, secret),
    ];
    const [bytes, others] = [await service.storage.read(names[0]!), await service.storage.read(names[1]!)];
    const changed = Buffer.from(bytes!);
    changed[200_000]! ^= 1;
    await service.storage.write(names[0]!, changed);
    await expect(downloadAs(team.owner, first).then(bytesOf)).rejects.toThrow();
    await service.storage.write(names[0]!, others!);
    await expect(downloadAs(team.owner, first).then(bytesOf)).rejects.toThrow();
    expect((await bytesOf(await downloadAs(team.owner, second))).equals(secret.bytes)).toBe(true);
    // Exchanging the keys in the rows doesn't help either.
    await service.database.pool.query(
      "update attachments a set file_key = b.file_key from attachments b where a.id = $1 and b.id = $2",
      [first, second],
    );
    expect((await downloadAs(team.owner, first)).status).toBe(404);
  });
});
