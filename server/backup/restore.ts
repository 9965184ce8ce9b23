import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { openDatabase } from "../db/database.ts";
import { migrate, migrateTo, refuseOtherSchema } from "../db/migrate.ts";
import { StartError } from "../start_error.ts";
import type { FileStorage } from "../storage/storage.ts";
import {
  type ArchivedTable,
  type Ending,
  type FileSum,
  type Keys,
  type Manifest,
  nameOfTable,
} from "./format.ts";
import { readArchive } from "./read.ts";
import { RowSum } from "./row_sum.ts";
import {
  beginRestore,
  copyStatement,
  dropForeignKeys,
  dropIndexes,
  enableTriggers,
  endRestore,
  listTables,
  prepareSession,
  prepareTable,
  readState,
  setSequences,
} from "./tables.ts";

export type Restored = { manifest: Manifest; ending: Ending; keys: Keys | null };

/**
 * Brings a whole archive, in clear, into an empty database and storage: first the schema of the version that made it,
 * then its rows in one transaction, then its files; everything is read back and compared with the archive's sums before
 * the database counts as restored. Then it is brought to the schema of this version.
 * @param storage null to read the files without keeping them
 * @throws StartError with one line; a restore that failed can be run again
 */
export async function restoreArchive(
  archive: Readable,
  { connectionString, storage }: { connectionString: string; storage: FileStorage | null },
): Promise<Restored> {
  const client = new pg.Client({ connectionString, application_name: "carediary restore", keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  try {
    await prepareSession(client);
    const restore = new Restore(client, connectionString, storage);
    await readArchive(archive, restore);
    await endRestore(client);
    const database = openDatabase(connectionString, { max: 1, answerWithinMs: 0 });
    try {
      await migrate(database);
    } finally {
      await database.close();
    }
    return restore.result();
  } finally {
    await client.end();
  }
}

class Restore {
  readonly #client: pg.Client;
  readonly #connectionString: string;
  readonly #storage: FileStorage | null;
  #manifest: Manifest | null = null;
  #keys: Keys | null = null;
  #ending: Ending | null = null;
  /** Statements that recreate indexes, then foreign keys; rows are inserted faster without them. */
  #later: string[] = [];
  /** The table whose rows come at this moment. */
  #open: { name: string; copy: Writable } | null = null;
  #hasAllRows = false;
  /** Sums of files that the archive's own sums haven't confirmed yet. */
  readonly #files = new Map<string, FileSum>();

  constructor(client: pg.Client, connectionString: string, storage: FileStorage | null) {
    this.#client = client;
    this.#connectionString = connectionString;
    this.#storage = storage;
  }

  async manifest(manifest: Manifest): Promise<void> {
    this.#manifest = manifest;
    if ((await readState(this.#client)) === "in use") {
      throw new StartError(
        "There are tables in this database already: a restore needs an empty one. Move DATA_DIR away, or make a new database.",
      );
    }
    await refuseOtherSchema(manifest.migration);
    await beginRestore(this.#client);
    const database = openDatabase(this.#connectionString, { max: 2, answerWithinMs: 0 });
    try {
      await migrateTo(database, manifest.migration);
    } finally {
      await database.close();
    }
    const expected = new Map(
      (await listTables(this.#client, new Set())).map((table) => [nameOfTable(table), table]),
    );
    for (const table of manifest.tables) {
      const columns = expected.get(nameOfTable(table))?.columns;
      if (!columns || !table.columns.every((column) => columns.includes(column))) {
        throw new StartError(
          `The archive's table ${nameOfTable(table)} isn't one of version ${manifest.version}.`,
        );
      }
    }
    await this.#client.query("begin");
    const foreignKeys = await dropForeignKeys(this.#client);
    this.#later = [...(await dropIndexes(this.#client)), ...foreignKeys];
    for (const table of manifest.tables) await prepareTable(this.#client, table);
  }

  async keys(keys: Keys): Promise<void> {
    this.#keys = keys;
  }

  async rows(name: string, text: Buffer): Promise<void> {
    if (this.#open?.name !== name) {
      await this.#endTable();
      const table = this.#manifest!.tables.find((each) => nameOfTable(each) === name);
      if (!table) throw new StartError(`The archive has rows of a table that it doesn't describe: ${name}.`);
      const copy = this.#client.query(copyFrom(copyStatement(table, "from stdin")));
      // Its errors are thrown by writing to it and ending it; after an earlier failure it is just abandoned.
      copy.on("error", () => {});
      this.#open = { name, copy };
    }
    const { copy } = this.#open!;
    if (!copy.write(text)) await once(copy, "drain");
  }

  async #endTable(): Promise<void> {
    if (!this.#open) return;
    const { copy } = this.#open;
    this.#open = null;
    copy.end();
    await finished(copy);
  }

  /** All rows are there: checks their references, and keeps them. */
  async #endRows(): Promise<void> {
    if (this.#hasAllRows) return;
    this.#hasAllRows = true;
    await this.#endTable();
    for (const statement of this.#later) await this.#client.query(statement);
    for (const table of this.#manifest!.tables) await enableTriggers(this.#client, table);
    await setSequences(this.#client, this.#manifest!.sequences);
    await this.#client.query("commit");
    await this.#client.query("analyze");
  }

  async file(name: string, bytes: number, content: Readable): Promise<void> {
    await this.#endRows();
    const sha256 = createHash("sha256");
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sha256.update(chunk);
        yield chunk;
      }
    };
    if (this.#storage) {
      const draft = await this.#storage.drafts.newPath();
      try {
        await pipeline(content, hashed, createWriteStream(draft, { mode: 0o600, flags: "wx" }));
        await this.#storage.saveDraft(draft, name);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    } else
      await pipeline(content, hashed, async (chunks: AsyncIterable<Buffer>) => void (await drain(chunks)));
    this.#files.set(name, { name, bytes, sha256: sha256.digest("hex") });
  }

  async sums(sums: FileSum[]): Promise<void> {
    for (const { name, bytes, sha256 } of sums) {
      const found = this.#files.get(name);
      if (found?.bytes !== bytes || found.sha256 !== sha256)
        throw new StartError(`The archive is damaged: ${name} isn't the file that was saved.`);
      this.#files.delete(name);
    }
  }

  async ending(ending: Ending): Promise<void> {
    await this.#endRows();
    this.#ending = ending;
    if (this.#files.size > 0) throw new StartError("The archive is damaged: it has files without a sum.");
    for (const table of this.#manifest!.tables) await this.#compare(table, ending);
  }

  /** Reads a restored table back, and compares it with the saved sum. */
  async #compare(table: ArchivedTable, ending: Ending): Promise<void> {
    const sum = new RowSum();
    for await (const chunk of this.#client.query(copyTo(copyStatement(table, "to stdout"))))
      sum.add(chunk as Buffer);
    const found = sum.end();
    const saved = ending.tables[nameOfTable(table)];
    if (saved?.rows === found.rows && saved.sum === found.sum) return;
    throw new StartError(
      `The restored table ${nameOfTable(table)} has ${found.rows} rows that aren't the ${saved?.rows ?? 0} that were saved.`,
    );
  }

  result(): Restored {
    return { manifest: this.#manifest!, ending: this.#ending!, keys: this.#keys };
  }
}

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}
