import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import { archiveOfService } from "../../test/archives.ts";
import { createTestDatabase } from "../../test/database.ts";
import { type FormerDatabase, openFormerDatabase } from "../../test/former-databases.ts";
import { api, careTeam, createComment, createNote } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";
import { attachAs } from "../../test/uploads.ts";
import { createLocalStorage } from "../storage/local.ts";
import { getContent } from "./content.ts";
import { decryptStream, encryptStream, type Lock, type Unlock } from "./encryption.ts";
import { restoreArchive } from "./restore.ts";
import { createArchive, type Written } from "./write.ts";

let service: Service;
let directory: string;
const databases: { drop(): Promise<void> }[] = [];
beforeAll(async () => {
  service = await startService();
  directory = join(inject("scratch"), `backup-${process.pid}`);
  await mkdir(directory, { recursive: true });
});
afterAll(async () => {
  await service.close();
  for (const database of databases) await database.drop();
});

async function backUp(name: string, lock: Lock | null = null): Promise<Written & { path: string }> {
  const path = join(directory, name);
  const { archive, done } = archiveOfService(service, directory);
  await pipeline(await encryptStream(archive, lock), createWriteStream(path));
  return { ...(await done), path };
}

async function emptyDatabase() {
  const database = await createTestDatabase({ isEmpty: true });
  databases.push(database);
  return database.connectionString;
}

async function restore(path: string, unlock: Unlock | null = null, connectionString?: string) {
  const target = connectionString ?? (await emptyDatabase());
  const files = join(directory, `files-${randomUUID()}`);
  const storage = createLocalStorage(files);
  const archive = await decryptStream(createReadStream(path), unlock);
  const restored = await restoreArchive(archive, { connectionString: target, storage });
  return { ...restored, connectionString: target, storage };
}

async function onDatabase<T extends object>(connectionString: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A backup of a database that an older version had made. */
async function backUpFormer(name: FormerDatabase) {
  const former = await openFormerDatabase(name);
  databases.push(former);
  const { archive, done } = createArchive({
    ...getContent(rooms),
    connectionString: former.connectionString,
    storage: service.storage,
    version: "0.1.0",
    masterKeys: [],
    keys: null,
    workDirectory: directory,
  });
  const path = join(directory, `${name}.tar`);
  await pipeline(archive, createWriteStream(path));
  await done;
  return { connectionString: former.connectionString, path };
}

/** A notebook with notes, comments, tasks, files and a dose plan. */
async function fill() {
  const team = await careTeam(service);
  const { owner, caregiver, diaryId } = team;
  for (let n = 0; n < 5; n++) {
    const noteId = await createNote(owner, diaryId, { title: `Note ${n} with a tab\tand a \\ and a 💊` });
    await createComment(caregiver, diaryId, noteId, { content: `Comment\nof two lines ${n}` });
    await attachAs(
      owner,
      { diaryId, noteId },
      { name: `${n}.bin`, type: "application/octet-stream", bytes: Buffer.alloc(70_000, n) },
    );
  }
  return team;
}

describe("a backup", () => {
  it("is restored into an empty database and storage, row for row and byte for byte", async () => {
    await fill();
    const { path, ending } = await backUp("whole.tar");
    expect(ending.tables["public.notes"]!.rows).toBeGreaterThanOrEqual(5);
    expect(ending.files).toMatchObject({ count: 5, bytes: 5 * 70_000, missingCount: 0 });
    const restored = await restore(path);
    const counts = `select (select count(*) from notes) as notes, (select count(*) from comments) as comments,
      (select count(*) from audit_events) as events, (select count(*) from attachments) as attachments`;
    expect(await onDatabase(restored.connectionString, counts)).toEqual(
      await onDatabase(service.database.connectionString, counts),
    );
    const [file] = await onDatabase<{ object_name: string }>(
      restored.connectionString,
      "select object_name from attachments limit 1",
    );
    const bytes = await restored.storage.read(file!.object_name);
    expect(bytes).toEqual(await service.storage.read(file!.object_name));
    // The triggers that keep rows from being changed stand again.
    await expect(onDatabase(restored.connectionString, "delete from audit_events")).rejects.toThrow();
    // Timestamps of the protocol never go back for clients that saw later ones.
    const at = "select last_value::text as value from sync_ts";
    const [[before], [after]] = [
      await onDatabase<{ value: string }>(service.database.connectionString, at),
      await onDatabase<{ value: string }>(restored.connectionString, at),
    ];
    expect(BigInt(after!.value)).toBeGreaterThan(BigInt(before!.value));
  });

  it("is of one moment while people go on writing", async () => {
    const { owner, diaryId } = await fill();
    let isWriting = true;
    const writing = (async () => {
      let written = 0;
      for (; isWriting; written++) {
        const noteId = await createNote(owner, diaryId, { title: "Written meanwhile" });
        await createComment(owner, diaryId, noteId);
      }
      return written;
    })();
    const { path } = await backUp("meanwhile.tar");
    isWriting = false;
    expect(await writing).toBeGreaterThan(0);
    const { connectionString } = await restore(path);
    // Each comment is written after its note. A snapshot lacks at most the comment that was on its way.
    const [row] = await onDatabase<{ without: number }>(
      connectionString,
      `select count(*)::int as without from notes n where n.title = 'Written meanwhile'
         and not exists (select from comments c where c.note_id = n.id)`,
    );
    expect(row!.without).toBeLessThanOrEqual(1);
  });

  it("keeps files that are deleted while it runs", async () => {
    const { owner, diaryId } = await fill();
    const noteId = await createNote(owner, diaryId);
    const attachmentId = await attachAs(owner, { diaryId, noteId });
    const removal = await import("../jobs/data.ts");
    const { archive, done } = archiveOfService(service, directory);
    const path = join(directory, "deleted-meanwhile.tar");
    const chunks = archive[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const first = await chunks.next();
    await owner.http.mutation(api.attachments.deleteAttachment, { attachmentId });
    await removal.removeFiles(service.database, service.storage);
    async function* rest() {
      yield first.value as Buffer;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    }
    await pipeline(Readable.from(rest()), createWriteStream(path));
    expect((await done).ending.files.missing).toEqual([]);
    expect((await restore(path)).ending.files.missingCount).toBe(0);
    await removal.removeFiles(service.database, service.storage);
    expect(
      await onDatabase(
        service.database.connectionString,
        "select from file_removals where not_before <= now()",
      ),
    ).toEqual([]);
  });

  it("of version 0.1 is restored", async () => {
    const { connectionString: former, path } = await backUpFormer("filled");
    const { connectionString } = await restore(path);
    const counts = `select (select count(*) from notes) as notes, (select count(*) from doses) as doses,
      (select count(*) from tasks) as tasks, (select count(*) from users) as users`;
    expect(await onDatabase(connectionString, counts)).toEqual(await onDatabase(former, counts));
  });

  it("of an older version is refused before anything is written", async () => {
    const { path } = await backUpFormer("behind");
    const target = await emptyDatabase();
    await expect(restore(path, null, target)).rejects.toThrow(
      "The archive was made before version 0.1 was finished (its schema is 0211_plans_that_count_together): restore it with commit",
    );
    expect(
      await onDatabase(target, "select relname from pg_class where relnamespace = 'public'::regnamespace"),
    ).toEqual([]);
  });
});

describe("an encrypted backup", () => {
  it("opens with its passphrase only, and shows nothing without it", async () => {
    const { owner, diaryId } = await careTeam(service);
    await createNote(owner, diaryId, { title: "canary-of-the-backup" });
    const { path } = await backUp("encrypted.age", { passphrase: "correct horse battery staple" });
    expect((await readFile(path)).subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    await expect(restore(path)).rejects.toThrow("The archive is encrypted: name its passphrase or identity.");
    await expect(restore(path, { passphrase: "wrong" })).rejects.toThrow("doesn't open it");
    const restored = await restore(path, { passphrase: "correct horse battery staple" });
    expect(restored.manifest.product).toBe("carediary");
  });

  it("opens with the secret half of its key", async () => {
    const { generateIdentity, identityToRecipient } = await import("age-encryption");
    const identity = await generateIdentity();
    const { path } = await backUp("for-a-key.age", { recipient: await identityToRecipient(identity) });
    await expect(restore(path, { identity: await generateIdentity() })).rejects.toThrow("doesn't open it");
    expect((await restore(path, { identity })).manifest.keys).toBe("apart");
  });
});

describe("a restore refuses", () => {
  it("a file that isn't an archive, one that was cut off and one that was changed", async () => {
    const { path } = await backUp("to-damage.tar");
    const whole = await readFile(path);
    const other = join(directory, "other");
    await writeFile(other, "nothing of ours");
    await expect(restore(other)).rejects.toThrow("This file isn't an archive of CareDiary.");
    for (const length of [whole.length - 3000, Math.floor(whole.length / 2), 2000]) {
      await writeFile(other, whole);
      await truncate(other, length);
      await expect(restore(other), `${length} bytes`).rejects.toThrow(/cut off|damaged/);
    }
    // A changed byte of a stored file.
    const changed = Buffer.from(whole);
    const at = changed.indexOf(Buffer.alloc(600, 3));
    expect(at).toBeGreaterThan(0);
    changed[at + 5] = 9;
    await writeFile(other, changed);
    await expect(restore(other)).rejects.toThrow("damaged");
  });

  it("a database that is in use, but not one in which a restore was interrupted", async () => {
    const { path } = await backUp("twice.tar");
    await expect(restore(path, null, service.database.connectionString)).rejects.toThrow(
      "needs an empty one",
    );
    const target = await emptyDatabase();
    const cut = join(directory, "cut");
    await writeFile(cut, (await readFile(path)).subarray(0, -4000));
    await expect(restore(cut, null, target)).rejects.toThrow(/cut off|damaged/);
    const { migrate } = await import("../db/migrate.ts");
    const { openDatabase } = await import("../db/database.ts");
    const database = openDatabase(target, { max: 1 });
    await expect(migrate(database)).rejects.toThrow("A restore into this database hasn't ended");
    await database.close();
    expect((await restore(path, null, target)).manifest.format).toBe(1);
  });
});
