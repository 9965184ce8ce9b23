import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { restoreArchive } from "../../../server/backup/restore.ts";
import { createShortId } from "../../../server/db/short_ids.ts";
import { createLocalStorage } from "../../../server/storage/local.ts";
import { archiveOfService } from "../../../test/archives.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { api, careTeam, createNote, type TestPerson } from "../../../test/people.ts";
import { type Service, serveService, startService } from "../../../test/service.ts";

let service: Service;
const ended: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  for (const end of ended) await end();
  await service.close();
});

/** The service as it is now, backed up and restored into another database. */
async function restored(): Promise<Service> {
  const directory = join(inject("scratch"), `handover-restore-${process.pid}`);
  await mkdir(directory, { recursive: true });
  const path = join(directory, "one.tar");
  const { archive, done } = archiveOfService(service, directory);
  await pipeline(archive, createWriteStream(path));
  await done;
  const database = await createTestDatabase({ isEmpty: true });
  const storage = createLocalStorage(join(directory, "files"));
  await restoreArchive(createReadStream(path), { connectionString: database.connectionString, storage });
  const again = await serveService(database.connectionString, service.issuer, {});
  ended.push(async () => {
    await again.close();
    await database.drop();
  });
  return again;
}

it("goes on after a restore: read entries stay read, also in the marker's last minute, and new ones are shown", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  await owner.http.mutation(api.handover.markRead, { diaryId, upTo: Date.now(), tail: [] });
  await createNote(caregiver, diaryId, { title: "Read" });
  // A note that is written while the page is read, and committed after it.
  const late = await service.database.pool.connect();
  await late.query("begin");
  await late.query(
    `insert into notes (id, short_id, diary_id, type, title, content, preview, note_day, visibility, created_by, updated_by)
     values (gen_random_uuid(), $1, $2, 'default', 'In flight',
       '{"type": "default", "data": {"text": ""}, "metadata": {}}', '', current_date, 'team', $3, $3)`,
    [createShortId(), diaryId, caregiver.userId],
  );
  const page = await owner.http.query(api.handover.getHandover, { diaryId, at: Date.now() });
  expect(page.notes.shown.map(({ title }) => title)).toEqual(["Read"]);
  await owner.http.mutation(api.handover.markRead, { diaryId, upTo: page.upTo, tail: page.tail });
  await late.query("commit");
  late.release();

  const again = await restored();
  const [olga, clara] = await Promise.all(
    [owner, caregiver].map(async (person) => ({ ...person, http: await again.http(person) })),
  );
  const told = async (since?: number) =>
    (
      await olga!.http.query(api.handover.getHandover, {
        diaryId,
        at: Date.now(),
        ...(since !== undefined && { since }),
      })
    ).notes.shown.map(({ title }) => title);
  expect(await told()).toEqual(["In flight"]);
  // A tab that was open before has its line still.
  expect(await told(page.since)).toEqual(["In flight", "Read"]);
  await createNote(clara as TestPerson, diaryId, { title: "After the restore" });
  expect(await told()).toEqual(["After the restore", "In flight"]);
  await expect(again.database.pool.query("delete from handover_marks")).rejects.toThrow(/only added/);
}, 60_000);
