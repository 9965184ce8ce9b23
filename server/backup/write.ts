import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Pack, pack } from "tar-stream";
import { lockFileRemovals } from "../jobs/removal_lock.ts";
import type { FileStorage } from "../storage/storage.ts";
import { getFileQuery, readMigration } from "./content.ts";
import {
  type ArchivedTable,
  ENDING,
  type Ending,
  FORMAT,
  KEYS,
  type Keys,
  MANIFEST,
  type Manifest,
  nameOfTable,
  PART_BYTES,
} from "./format.ts";
import { RowSum } from "./row_sum.ts";
import { copyStatement, listSequences, listTables, prepareSession } from "./tables.ts";

const compress = promisify(zstdCompress);

/** Names of files in one entry of sums. */
const SUMS_AT_ONCE = 10_000;
const NAMED_MISSING = 100;

export type Content = {
  connectionString: string;
  /** Null without stored files. */
  storage: FileStorage | null;
  /** Tables that an archive doesn't hold, by name as in their claims. */
  leftOut: ReadonlySet<string>;
  /** Selects of the names of stored files that rows mention. */
  storedFiles: readonly string[];
  version: string;
  masterKeys: readonly string[];
  /** Null when the operator keeps them apart. */
  keys: Keys | null;
  /** A directory for the list of file names while the archive is made. */
  workDirectory: string;
};

export type Written = { manifest: Manifest; ending: Ending };

/**
 * The archive of everything as it is at one moment, while servers go on writing: all rows of one snapshot, then the
 * files that they mention. `done` resolves when the whole archive was read.
 */
export function createArchive(content: Content): { archive: Readable; done: Promise<Written> } {
  const tar = pack();
  const done = write(tar, content).catch((error: Error) => {
    tar.destroy(error);
    throw error;
  });
  // The reader of the archive gets the error too; here it isn't unhandled.
  done.catch(() => {});
  return { archive: Readable.from(tar as AsyncIterable<Buffer>, { objectMode: false }), done };
}

async function write(tar: Pack, content: Content): Promise<Written> {
  const directory = await mkdtemp(join(content.workDirectory, "backup-"));
  try {
    const names = join(directory, "files");
    const client = new pg.Client({
      connectionString: content.connectionString,
      application_name: "carediary backup",
      keepAlive: true,
    });
    client.on("error", () => {});
    await client.connect();
    let manifest: Manifest;
    let tables: Ending["tables"];
    try {
      await prepareSession(client);
      // Files that rows of this snapshot mention must not be removed before they are in the archive.
      await client.query(lockFileRemovals("shared"));
      await client.query("begin isolation level repeatable read read only");
      manifest = await readManifest(client, content);
      await addText(tar, MANIFEST, JSON.stringify(manifest, null, 2));
      if (content.keys) await addText(tar, KEYS, JSON.stringify(content.keys));
      tables = await addTables(tar, client, manifest.tables);
      await saveNames(client, content.storedFiles, names);
      await client.query("commit");
      const files = await addFiles(tar, content.storage, names);
      const ending: Ending = { tables, files };
      await addText(tar, ENDING, JSON.stringify(ending));
      tar.finalize();
      return { manifest, ending };
    } finally {
      await client.end();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function readManifest(client: pg.Client, content: Content): Promise<Manifest> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return {
    format: FORMAT,
    product: "carediary",
    version: content.version,
    migration: await readMigration(client),
    postgres: rows[0]!.server_version,
    madeAt: new Date().toISOString(),
    tables: await listTables(client, content.leftOut),
    sequences: await listSequences(client),
    masterKeys: [...content.masterKeys],
    keys: content.keys ? "included" : "apart",
  };
}

async function addTables(
  tar: Pack,
  client: pg.Client,
  tables: readonly ArchivedTable[],
): Promise<Ending["tables"]> {
  const sums: Ending["tables"] = {};
  for (const table of tables) {
    const sum = new RowSum();
    let parts = 0;
    for await (const part of readParts(client.query(copyTo(copyStatement(table, "to stdout"))))) {
      sum.add(part);
      parts += 1;
      const name = `tables/${nameOfTable(table)}/${String(parts).padStart(6, "0")}.copy.zst`;
      await addBytes(tar, name, await compress(part));
    }
    sums[nameOfTable(table)] = sum.end();
  }
  return sums;
}

/** Joins the small pieces of a copy to parts of bounded size. */
async function* readParts(copy: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of copy) {
    pieces.push(piece);
    length += piece.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pieces);
}

/** Writes the names of all files that the snapshot mentions to a file: their number isn't bounded. */
export async function saveNames(
  client: pg.Client,
  storedFiles: readonly string[],
  path: string,
): Promise<void> {
  async function* lines() {
    if (storedFiles.length === 0) return;
    await client.query(`declare names no scroll cursor for ${getFileQuery(storedFiles)}`);
    for (;;) {
      const { rows } = await client.query<{ name: string }>("fetch 1000 from names");
      if (rows.length === 0) return;
      yield rows.map(({ name }) => `${name}\n`).join("");
    }
  }
  await pipeline(lines, createWriteStream(path, { mode: 0o600 }));
}

async function addFiles(tar: Pack, storage: FileStorage | null, names: string): Promise<Ending["files"]> {
  const files = { count: 0, bytes: 0, missing: [] as string[], missingCount: 0 };
  let sums: string[] = [];
  let entries = 0;
  const addSums = async () => {
    if (sums.length === 0) return;
    entries += 1;
    await addText(tar, `sums/${String(entries).padStart(6, "0")}.jsonl`, sums.join(""));
    sums = [];
  };
  for await (const name of createInterface({
    input: createReadStream(names),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const bytes = (await storage?.size(name)) ?? null;
    const stream = bytes === null ? null : ((await storage?.stream(name)) ?? null);
    if (bytes === null || !stream) {
      files.missingCount += 1;
      if (files.missing.length < NAMED_MISSING) files.missing.push(name);
      continue;
    }
    const sha256 = createHash("sha256");
    const entry = tar.entry({ name: `files/${name}`, size: bytes });
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sha256.update(chunk);
          yield chunk;
        }
      },
      entry,
    );
    files.count += 1;
    files.bytes += bytes;
    sums.push(`${JSON.stringify({ name, bytes, sha256: sha256.digest("hex") })}\n`);
    if (sums.length >= SUMS_AT_ONCE) await addSums();
  }
  await addSums();
  return files;
}

const addText = (tar: Pack, name: string, text: string) => addBytes(tar, name, Buffer.from(text, "utf8"));

/** Adds an entry; waits while the reader of the archive is slower. */
async function addBytes(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  await pipeline(Readable.from([bytes]), tar.entry({ name, size: bytes.length }));
}
