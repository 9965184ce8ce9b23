import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFiles } from "../../../server/jobs/data.ts";
import { readHeader } from "../../../server/pictures/header.ts";
import { previewFile } from "../../../server/storage/storage.ts";
import { destroyKeys } from "../../../server/vault/data.ts";
import { PRINCIPALS, type Principal } from "../../../test/access/expected.ts";
import { makeWorld, type World } from "../../../test/access/world.ts";
import { PREVIEWABLE_FILES } from "../../../test/files.ts";
import { api, careTeam, createNote } from "../../../test/people.ts";
import { coloursOf, jpegOf, withExif } from "../../../test/pictures.ts";
import { type Service, startService } from "../../../test/service.ts";
import type { Claims } from "../../../test/tokens.ts";
import { attachAs } from "../../../test/uploads.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const LARGE = { width: 1200, height: 800 };

/** Attaches a sideways photo with its place to a new note; returns the attachment. */
async function attachPhoto(fields: { isEncrypted?: boolean } = {}, bytes?: Buffer) {
  const noteId = await createNote(team.owner, team.diaryId, fields);
  const photo = bytes ?? withExif(await jpegOf(LARGE), 6, "52.52 N");
  const file = { name: "photo.jpg", type: "image/jpeg", bytes: photo };
  const _id = await attachAs(team.owner, { diaryId: team.diaryId, noteId }, file);
  const [attached] = await team.owner.http.query(api.attachments.listAttachments, { noteId });
  return { _id, noteId, objectName: attached!.gcsObjectName! };
}

async function get(
  who: Claims | null,
  attachmentId: string,
  query = "",
  headers: Record<string, string> = {},
) {
  if (who) headers.authorization = `Bearer ${await service.issuer.tokenFor(who)}`;
  return fetch(`${service.url}/api/pictures/${attachmentId}${query}`, { headers });
}
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const previews = () => readdir(join(service.files, "previews")).catch(() => []);
const stored = (objectName: string) => join(service.files, previewFile(objectName, "small"));

describe("GET /api/pictures/<id>", () => {
  it("gives a small upright version, made at the first request and kept", async () => {
    const { _id, objectName } = await attachPhoto();
    expect(await service.storage.size(previewFile(objectName, "small"))).toBeNull();
    const answer = await get(team.owner, _id);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, no-cache",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      vary: "Authorization, Cookie",
    });
    const small = await bytesOf(answer);
    expect(readHeader(small)).toMatchObject({ type: "image/webp", width: 213, height: 320 });
    expect(await coloursOf(small)).toBe("BRWG");
    expect(small.includes("52.52")).toBe(false);
    expect((await readFile(stored(objectName))).equals(small)).toBe(true);
    const screen = await bytesOf(await get(team.owner, _id, "?size=screen"));
    expect(readHeader(screen)).toMatchObject({ width: 800, height: 1200 });
    // The second request reads what the first one has stored.
    await service.storage.remove(objectName);
    expect((await bytesOf(await get(team.owner, _id))).equals(small)).toBe(true);
    expect((await get(team.owner, _id, "", { "if-none-match": '"small"' })).status).toBe(304);
  });

  it("makes one version for many requests at once", async () => {
    const { _id } = await attachPhoto();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(team.owner, _id)));
    const bytes = await Promise.all(answers.map(bytesOf));
    expect(new Set(bytes.map((each) => each.toString("base64"))).size).toBe(1);
  });

  it("is encrypted where it is stored if the original is, and isn't kept by browsers", async () => {
    const { _id, objectName } = await attachPhoto({ isEncrypted: true });
    const answer = await get(team.caregiver, _id);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const small = await bytesOf(answer);
    expect(readHeader(small)).toMatchObject({ type: "image/webp" });
    const kept = await readFile(stored(objectName));
    expect(readHeader(kept)).toBeNull();
    expect(kept.includes(small.subarray(20, 60))).toBe(false);
    expect((await bytesOf(await get(team.owner, _id))).equals(small)).toBe(true);
    // Changed on the disk.
    kept[40]! ^= 1;
    await writeFile(stored(objectName), kept);
    expect((await get(team.owner, _id)).status).toBe(404);
  });

  it("has nothing for a PDF, a moving picture and a damaged picture, which isn't decoded again", async () => {
    for (const { name, type, bytes } of PREVIEWABLE_FILES) {
      const noteId = await createNote(team.owner, team.diaryId);
      const id = await attachAs(team.owner, { diaryId: team.diaryId, noteId }, { name, type, bytes });
      const hasSmall = !["image/gif", "application/pdf"].includes(type);
      expect((await get(team.owner, id)).status, type).toBe(hasSmall ? 200 : 404);
    }
    const jpeg = await jpegOf(LARGE);
    const { _id, objectName } = await attachPhoto({}, jpeg.subarray(0, jpeg.length / 2));
    expect((await get(team.owner, _id)).status).toBe(404);
    expect(await service.storage.size(previewFile(objectName, "small"))).toBe(0);
    await service.storage.remove(objectName);
    expect((await get(team.owner, _id)).status).toBe(404);
  });

  it("is removed with its attachment, some minutes later because it may be in the making", async () => {
    const { _id, objectName } = await attachPhoto();
    await get(team.owner, _id);
    await get(team.owner, _id, "?size=screen");
    await team.owner.http.mutation(api.attachments.deleteAttachment, { attachmentId: _id });
    expect((await get(team.owner, _id)).status).toBe(404);
    await removeFiles(service.database, service.storage);
    expect(await service.storage.size(objectName)).toBeNull();
    expect((await previews()).filter((name) => name.includes(objectName.slice(-12)))).toHaveLength(2);
    await service.database.pool.query("update file_removals set not_before = now()");
    await removeFiles(service.database, service.storage);
    expect((await previews()).filter((name) => name.includes(objectName.slice(-12)))).toEqual([]);
  });

  it("says that the storage is away, and works when it is back", async () => {
    const { _id } = await attachPhoto();
    const place = join(service.files, "attachments");
    await rename(place, `${place}-away`);
    await writeFile(place, "no directory");
    const away = await get(team.owner, _id);
    expect([away.status, away.headers.get("retry-after")]).toEqual([503, "2"]);
    await rm(place);
    await rename(`${place}-away`, place);
    expect((await get(team.owner, _id)).status).toBe(200);
  });

  it("is lost with the notebook's key", async () => {
    const { _id } = await attachPhoto({ isEncrypted: true });
    expect((await get(team.owner, _id)).status).toBe(200);
    await destroyKeys(service.database.db, team.diaryId);
    expect((await get(team.owner, _id)).status).toBe(404);
  });
});

describe("who gets a picture", () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(service);
    // The attachments of the world are rows without files.
    const bytes = await jpegOf(LARGE);
    const { rows } = await service.database.pool.query(
      "update attachments set preview_type = 'image/jpeg' where diary_id = $1 returning object_name",
      [world.diaryId],
    );
    for (const { object_name } of rows) await service.storage.write(object_name, bytes);
  });

  const statusesOf = async (attachmentId: string, query = "") =>
    Object.fromEntries(
      await Promise.all(
        PRINCIPALS.map(async (principal: Principal) => [
          principal,
          (await get(world.actors[principal].claims, attachmentId, query)).status,
        ]),
      ),
    );
  const nobody = { ...Object.fromEntries(PRINCIPALS.map((each) => [each, 404])), anonymous: 401 };

  it.each(["", "?size=screen"])("those who see its note, and nobody else%s", async (query) => {
    const { E, T, P, O, R } = world.attachments;
    const members = { clinician: 200, author: 200, caregiver: 200, admin: 200, owner: 200 };
    expect(await statusesOf(E!, query)).toEqual({ ...nobody, ...members, viewer: 200 });
    expect(await statusesOf(T!, query)).toEqual({ ...nobody, ...members });
    expect(await statusesOf(P!, query)).toEqual({ ...nobody, author: 200 });
    expect(await statusesOf(O!, query)).toEqual({ ...nobody, owner: 200 });
    expect(await statusesOf(R!, query)).toEqual(nobody);
  });

  it("gives one answer for a hidden picture, a missing one and an invalid address", async () => {
    const asked = [
      world.attachments.O!,
      "0197a0a0-0000-7000-8000-000000000000",
      "x",
      "..%2F..%2Fsecret.key",
      `${world.attachments.E}?size=constructor`,
    ];
    const answers = await Promise.all(
      asked.map(async (id) => {
        const answer = await get(world.actors.viewer.claims, id);
        return JSON.stringify([answer.status, answer.headers.get("cache-control"), await answer.text()]);
      }),
    );
    expect(new Set(answers).size).toBe(1);
  });
});
