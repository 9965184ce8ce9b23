import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { type GcsServer, startGcsServer } from "../../test/gcs_server.ts";
import { type S3Server, startS3Server } from "../../test/s3_server.ts";
import { createDrafts } from "../storage/drafts.ts";
import { createGcsStorage } from "../storage/gcs.ts";
import { createLocalStorage } from "../storage/local.ts";
import { createS3Storage } from "../storage/s3.ts";
import type { FileStorage } from "../storage/storage.ts";
import { moveFiles } from "./move_files.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let directory: string;
let s3: S3Server;
let gcs: GcsServer;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query("create table mentioned (name text primary key)");
  directory = await mkdtemp(join(tmpdir(), "carediary-move-"));
  [s3, gcs] = await Promise.all([startS3Server(), startGcsServer()]);
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await Promise.all([s3.close(), gcs.close()]);
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => client.query("delete from mentioned; delete from file_removals"));

let made = 0;
const places: Record<string, () => FileStorage> = {
  local: () => createLocalStorage(join(directory, `files-${made++}`)),
  s3: () => createS3Storage(s3.config, createDrafts(join(directory, "drafts"))),
  gcs: () => createGcsStorage(gcs.config, createDrafts(join(directory, "drafts")), gcs.apiEndpoint),
};
const kinds = Object.keys(places);
const directions = kinds.flatMap((from) =>
  kinds.filter((to) => to !== from).map((to) => [from, to] as const),
);

const newName = () => `attachments/${randomBytes(8).toString("hex")}`;

async function mention(storage: FileStorage, names: readonly string[]): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const name of names) {
    // Empty ones, too.
    files.set(name, randomBytes(files.size * 3_000));
    await storage.write(name, files.get(name)!);
    await client.query("insert into mentioned values ($1)", [name]);
  }
  return files;
}

const run = (from: FileStorage, to: FileStorage, record = join(directory, `record-${made++}`)) =>
  moveFiles({
    from,
    to,
    connectionString: database.connectionString,
    storedFiles: ["select name from mentioned"],
    record,
  });

async function expectSame(storage: FileStorage, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [name, bytes] of files) expect(bytes.equals((await storage.read(name))!), name).toBe(true);
}

describe("moving files", () => {
  it.each(directions)(
    "from %s to %s copies each that is mentioned, and leaves the former ones",
    async (a, b) => {
      const [from, to] = [places[a]!(), places[b]!()];
      const files = await mention(from, Array.from({ length: 20 }, newName));
      const other = newName();
      await from.write(other, Buffer.from("nobody mentions it"));
      const bytes = [...files.values()].reduce((sum, each) => sum + each.length, 0);
      expect(await run(from, to)).toEqual({
        count: 20,
        bytes,
        copied: 20,
        removed: 0,
        missing: [],
        missingCount: 0,
      });
      await expectSame(to, files);
      await expectSame(from, files);
      expect(await to.size(other)).toBeNull();
      const drafts = await readdir(join(directory, "drafts")).catch(() => []);
      expect(drafts).toEqual([]);
    },
  );

  it("takes only what is new when it is run again, and removes what was deleted meanwhile", async () => {
    const [from, to, record] = [places.local!(), places.local!(), join(directory, "again")];
    const files = await mention(from, Array.from({ length: 5 }, newName));
    expect(await run(from, to, record)).toMatchObject({ count: 5, copied: 5 });
    const [deleted] = [...files.keys()];
    await client.query("delete from mentioned where name = $1", [deleted]);
    files.delete(deleted!);
    const added = await mention(from, [newName()]);
    expect(await run(from, to, record)).toMatchObject({ count: 5, copied: 1, removed: 1 });
    await expectSame(to, new Map([...files, ...added]));
    expect(await to.size(deleted!)).toBeNull();
    // What was compared isn't read again, but must still be there.
    const [lost] = [...files.keys()];
    await to.remove(lost!);
    expect(await run(from, to, record)).toMatchObject({ count: 5, copied: 1, removed: 0 });
    await expectSame(to, files);
  });

  it("goes on after it was broken off, also when the record's last line was cut off", async () => {
    const [from, to, record] = [places.local!(), places.local!(), join(directory, "broken")];
    const files = await mention(from, Array.from({ length: 30 }, newName));
    let written = 0;
    const failing: FileStorage = {
      ...to,
      async saveDraft(draft, name) {
        if (++written > 12) throw new Error("The bucket doesn't answer");
        await to.saveDraft(draft, name);
      },
    };
    await expect(run(from, failing, record)).rejects.toThrow("The bucket doesn't answer");
    await writeFile(record, (await readFile(record, "utf8")).slice(0, -20));
    const { count, copied } = await run(from, to, record);
    expect(count).toBe(30);
    // Those that were there and not in the record are compared, not copied.
    expect(copied).toBe(18);
    await expectSame(to, files);
  });

  it("names what isn't in the former place, and copies what is kept of deleted rows", async () => {
    const [from, to] = [places.local!(), places.local!()];
    const [kept, gone, missing] = [newName(), newName(), newName()];
    await from.write(kept, Buffer.from("kept for some days"));
    await client.query("insert into file_removals (name) values ($1), ($2)", [kept, gone]);
    await client.query("insert into mentioned values ($1)", [missing]);
    expect(await run(from, to)).toMatchObject({ count: 1, missing: [missing], missingCount: 1 });
    expect(await to.size(kept)).toBe(18);
  });

  it("replaces what another file left under the name, and fails when the new place changes what it is given", async () => {
    const [from, to] = [places.local!(), places.local!()];
    const files = await mention(from, [newName(), newName()]);
    const [, name] = [...files.keys()];
    await to.write(name!, randomBytes(files.get(name!)!.length));
    expect(await run(from, to)).toMatchObject({ count: 2, copied: 2 });
    await expectSame(to, files);
    const changing: FileStorage = { ...places.local!() };
    const save = changing.saveDraft;
    changing.saveDraft = async (draft, target) => {
      await writeFile(draft, "something else");
      await save(draft, target);
    };
    await expect(run(from, changing)).rejects.toThrow("isn't read back from the new place as it was written");
  });

  it("keeps the job from removing files meanwhile", async () => {
    const [from, to] = [places.local!(), places.local!()];
    await mention(from, [newName()]);
    const { lockFileRemovals } = await import("../jobs/removal_lock.ts");
    let held: boolean | null = null;
    const watching: FileStorage = {
      ...from,
      async stream(name) {
        await client.query("begin");
        held = (await client.query(lockFileRemovals("tried"))).rows[0].held;
        await client.query("rollback");
        return from.stream(name);
      },
    };
    await run(watching, to);
    expect(held).toBe(false);
  });
});
