import { randomUUID } from "node:crypto";
import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { zstdCompressSync } from "node:zlib";
import pg from "pg";
import { extract, type Header, pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { archiveOfService } from "../../test/archives.ts";
import { createTestDatabase } from "../../test/database.ts";
import { careTeam, createNote } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";
import { createLocalStorage } from "../storage/local.ts";
import { readArchive } from "./read.ts";
import { restoreArchive } from "./restore.ts";

type Entry = { header: Partial<Header> & { name: string }; body: Buffer };

let service: Service;
let directory: string;
let whole: Entry[];
const databases: { drop(): Promise<void> }[] = [];
beforeAll(async () => {
  service = await startService();
  directory = join(inject("scratch"), `hostile-${process.pid}`);
  await mkdir(directory, { recursive: true });
  const { owner, diaryId } = await careTeam(service);
  await createNote(owner, diaryId, { title: "A note" });
  const { archive, done } = archiveOfService(service, directory);
  whole = await entriesOf(archive);
  await done;
});
afterAll(async () => {
  await service.close();
  for (const database of databases) await database.drop();
});

async function entriesOf(archive: Readable): Promise<Entry[]> {
  const entries: Entry[] = [];
  const tar = extract();
  archive.pipe(tar);
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    entries.push({ header: { name: entry.header.name }, body: Buffer.concat(chunks) });
  }
  return entries;
}

function archiveOf(entries: readonly Entry[]): Readable {
  const tar = pack();
  for (const { header, body } of entries) {
    if (header.type === "symlink") tar.entry(header);
    else tar.entry(header, body);
  }
  tar.finalize();
  return Readable.from(tar);
}

/** Restores what an attacker has made of our archive; returns the error and what is on disk and in the database. */
async function restoring(change: (entries: Entry[]) => Entry[]) {
  const database = await createTestDatabase({ isEmpty: true });
  databases.push(database);
  const place = join(directory, `restored-${randomUUID()}`);
  const files = join(place, "storage", "files");
  await mkdir(files, { recursive: true });
  const error = await restoreArchive(archiveOf(change([...whole])), {
    connectionString: database.connectionString,
    storage: createLocalStorage(files),
  }).then(
    () => null,
    (reason: Error) => reason,
  );
  return { error, place, database };
}

/** Reads what an attacker has made of our archive, as every restore and verification does first. */
async function reading(change: (entries: Entry[]) => Entry[]) {
  const files: string[] = [];
  const grownFrom = process.memoryUsage().rss;
  const nothing = async () => {};
  const error = await readArchive(archiveOf(change([...whole])), {
    manifest: nothing,
    keys: nothing,
    rows: nothing,
    sums: nothing,
    ending: nothing,
    async file(name, _, content) {
      files.push(name);
      content.resume();
      await finished(content);
    },
  }).then(
    () => null,
    (reason: Error) => reason,
  );
  return { error, files, grown: process.memoryUsage().rss - grownFrom };
}

const withBefore =
  (name: RegExp, ...added: Entry[]) =>
  (entries: Entry[]) => {
    const at = entries.findIndex(({ header }) => name.test(header.name));
    return entries.toSpliced(at, 0, ...added);
  };
const file = (name: string, body = Buffer.from("hostile")): Entry => ({ header: { name }, body });
const STRANGE = "This archive isn't one that this program has written";

const manifestWith = (change: (manifest: Record<string, unknown>) => void) => (entries: Entry[]) => {
  const manifest = JSON.parse(entries[0]!.body.toString());
  change(manifest);
  return [file("manifest.json", Buffer.from(JSON.stringify(manifest))), ...entries.slice(1)];
};

describe("a restore", () => {
  it("takes the archive that nobody has changed", async () => {
    expect((await restoring((entries) => entries)).error).toBeNull();
  });

  it.each([
    "files/../../outside",
    "files/avatars/../../../outside",
    "files//etc/outside",
    "files/drafts/outside",
    "files/avatars/..",
    "files/avatars/a\\..\\outside",
  ])("writes no file outside of its storage: %s", async (name) => {
    const { error, files } = await reading(withBefore(/^end\.json$/, file(name)));
    expect(error?.name).toBe("StartError");
    expect(error?.message).toContain(STRANGE);
    expect(files).not.toContain(name.slice("files/".length));
  });

  it.each(["symlink", "link", "directory", "character-device", "fifo"] as const)(
    "takes files only, no %s",
    async (type) => {
      const entry = {
        header: { name: "files/avatars/link", type, linkname: "/etc/passwd" },
        body: Buffer.alloc(0),
      };
      const { error, files } = await reading(withBefore(/^end\.json$/, entry));
      expect(error?.message).toBe(`${STRANGE}: files/avatars/link is no file.`);
      expect(files).not.toContain("avatars/link");
    },
  );

  it("stops at a part that grows when it is decompressed, without taking its memory", async () => {
    const bomb = zstdCompressSync(Buffer.alloc(512 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    const { error, grown } = await reading((entries) =>
      withBefore(
        /^tables\//,
        file(entries.find(({ header }) => header.name.startsWith("tables/"))!.header.name, bomb),
      )(entries),
    );
    expect(error?.message).toContain("is too long");
    expect(grown).toBeLessThan(300 * 1024 * 1024);
  });

  it("stops at a list of sums that has no end", async () => {
    const { error } = await reading(
      withBefore(/^end\.json$/, file("sums/0.jsonl", Buffer.alloc(65 * 1024 * 1024, "\n"))),
    );
    expect(error?.message).toBe(`${STRANGE}: a part of it is too long.`);
  });

  it.each<[string, (manifest: Record<string, unknown>) => void, RegExp]>([
    ["a newer format", (all) => Object.assign(all, { format: 2 }), /newer version/],
    [
      "a migration that nobody knows",
      (all) => Object.assign(all, { migration: "9999_later" }),
      /newer|9999_later/,
    ],
    [
      "a table that isn't ours",
      (all) =>
        Object.assign(all, { tables: [{ schema: "pg_catalog", name: "pg_authid", columns: ["rolname"] }] }),
      /pg_catalog\.pg_authid isn't one of version/,
    ],
    [
      "a column that is SQL",
      (all) => {
        const [first] = all.tables as { columns: string[] }[];
        first!.columns = ['id") from stdin; drop table users; --'];
      },
      /isn't one of version/,
    ],
    ["fewer tables than there are rows of", (all) => Object.assign(all, { tables: [] }), /doesn't describe/],
    ["another product", (all) => Object.assign(all, { product: "x" }), /damaged|isn't an archive/],
  ])("believes no manifest with %s", async (_, change, words) => {
    const { error, database } = await restoring(manifestWith(change));
    expect(error?.message).toMatch(words);
    // Nothing of it is taken for a restored notebook.
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    const { rows } = await client.query("select to_regclass('public.users') is not null as has");
    const users = rows[0].has ? (await client.query("select from users")).rowCount : 0;
    await client.end();
    expect(users).toBe(0);
  });

  it("begins once, and ends at its end", async () => {
    const again = await reading((entries) => withBefore(/^end\.json$/, entries[0]!)(entries));
    expect(again.error?.message).toBe(`${STRANGE}: it begins twice.`);
    const after = await reading((entries) => [...entries, file("files/avatars/late")]);
    expect(after.error?.message).toBe("The archive goes on after its end.");
  });

  it("leaves nothing outside of its storage", async () => {
    const { error, place } = await restoring(withBefore(/^end\.json$/, file("files/../../outside")));
    expect(error?.message).toContain(STRANGE);
    await expect(access(join(place, "outside"))).rejects.toThrow();
    await expect(access(join(place, "storage", "outside"))).rejects.toThrow();
  });

  it("finds a row that was changed, and a file without a sum", async () => {
    const added = await restoring(withBefore(/^end\.json$/, file("files/avatars/added.jpg")));
    expect(added.error?.message).toMatch(/files without a sum/);
    const changed = await restoring((entries) =>
      entries.map((entry) =>
        entry.header.name.startsWith("tables/public.note_types/")
          ? { ...entry, body: zstdCompressSync(Buffer.alloc(0)) }
          : entry,
      ),
    );
    expect(changed.error?.message).toMatch(/aren't the|violates foreign key/);
  });
});
