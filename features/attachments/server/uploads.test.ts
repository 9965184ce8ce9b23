import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { quickAddJob } from "graphile-worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rooms } from "../../../registry/rooms.ts";
import { loadConfig } from "../../../server/config.ts";
import { removeFiles } from "../../../server/jobs/data.ts";
import { startJobs } from "../../../server/jobs/worker.ts";
import { createLog } from "../../../server/log.ts";
import { careTeam, createNote } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { createAttachmentAs, requestUpload, uploadAs } from "../../../test/uploads.ts";
import { deleteExpiredUploads } from "./jobs.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let target: { diaryId: string; noteId: string };
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
  target = { diaryId: team.diaryId, noteId: await createNote(team.owner, team.diaryId) };
});
afterAll(() => service.close());

const age = (objectName: string, by: string) =>
  service.database.pool.query(
    "update upload_grants set expires_at = now() - $2::interval where object_name = $1",
    [objectName, by],
  );
const sweep = async () => {
  await deleteExpiredUploads(service.database);
  await removeFiles(service.database, service.storage);
};
const stored = (objectName: string) => service.storage.size(objectName);

describe("the cleanup of uploads", () => {
  it("removes an expired upload and its file after a while, and no younger one", async () => {
    const [old, late, open] = [
      await uploadAs(team.owner, target),
      await uploadAs(team.owner, target),
      await uploadAs(team.owner, target),
    ];
    await age(old, "6 minutes");
    // A PUT that started in time may still run.
    await age(late, "4 minutes");
    await sweep();
    expect([await stored(old), await stored(late), await stored(open)]).toEqual([null, 15, 15]);
    const { rows } = await service.database.pool.query(
      "select object_name from upload_grants where object_name = any($1)",
      [[old, late, open]],
    );
    expect(rows.map(({ object_name }) => object_name).sort()).toEqual([late, open].sort());
  });

  it("removes uploads whose file never came", async () => {
    const { objectName } = await requestUpload(team.owner, target);
    await age(objectName, "1 hour");
    await sweep();
    const { rows } = await service.database.pool.query("select name from file_removals");
    expect(rows).toEqual([]);
  });

  it("never removes the file of an attachment, however old the upload is", async () => {
    const objectName = await uploadAs(team.owner, target);
    await createAttachmentAs(team.owner, target, objectName);
    await age(objectName, "1 day");
    await sweep();
    expect(await stored(objectName)).toBe(15);
  });

  it("removes the files of a deleted note's attachments, and no others", async () => {
    const other = { ...target, noteId: await createNote(team.owner, team.diaryId) };
    const [kept, gone] = [await uploadAs(team.owner, target), await uploadAs(team.owner, other)];
    await createAttachmentAs(team.owner, target, kept);
    await createAttachmentAs(team.owner, other, gone);
    await service.database.pool.query("delete from notes where id = $1", [other.noteId]);
    expect(await stored(gone)).toBe(15);
    await sweep();
    expect([await stored(gone), await stored(kept)]).toEqual([null, 15]);
  });

  it("keeps a file while an upload link could still write it", async () => {
    const { rows } = await service.database.pool.query(
      `insert into upload_grants (id, user_id, diary_id, note_id, object_name, mime_type, is_direct, expires_at)
       values (gen_random_uuid(), $1, $2, $3, 'attachments/' || gen_random_uuid(), 'a/b', true, now() + interval '10 minutes')
       returning object_name, id`,
      [team.owner.userId, target.diaryId, target.noteId],
    );
    const upload = rows[0].object_name.replace("attachments/", "uploads/");
    await service.storage.write(upload, Buffer.from("early"));
    await service.database.pool.query("delete from upload_grants where id = $1", [rows[0].id]);
    await sweep();
    expect(await stored(upload)).toBe(5);
    await service.database.pool.query("update file_removals set not_before = now() where name = $1", [
      upload,
    ]);
    await sweep();
    expect(await stored(upload)).toBeNull();
  });

  it("runs as a job every few minutes, and removes drafts too", async () => {
    const objectName = await uploadAs(team.owner, target);
    await age(objectName, "1 hour");
    await mkdir(join(service.files, "drafts"), { recursive: true });
    const draft = join(service.files, "drafts", "abandoned.part");
    const leave = async () => {
      await writeFile(draft, "half a file");
      await utimes(draft, new Date(Date.now() - 7_200_000), new Date(Date.now() - 7_200_000));
    };
    const drafts = () => readdir(join(service.files, "drafts"));
    await leave();
    const { database, storage } = service;
    const config = loadConfig({ DATA_DIR: service.files });
    const jobs = await startJobs({ database, storage, config, log: createLog("silent"), rooms });
    try {
      // Each node clears its own disk when it starts.
      expect(await drafts()).toEqual([]);
      await leave();
      await quickAddJob({ connectionString: database.connectionString }, "remove_files", {});
      await expect.poll(() => stored(objectName), { timeout: 15_000 }).toBeNull();
      await expect.poll(drafts, { timeout: 15_000 }).toEqual([]);
    } finally {
      await jobs.stop();
    }
  });
});
