import { createReadStream, createWriteStream } from "node:fs";
import { chmod, link, mkdtemp, mkdtempDisposable, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "../config.ts";
import { getSecretKeyFile } from "../data_directory.ts";
import type { Database } from "../db/database.ts";
import { attachToEmbedded } from "../db/embedded/attach.ts";
import { assertDatabaseUsable } from "../db/reachable.ts";
import type { Logger } from "../log.ts";
import type { Room } from "../rooms.ts";
import { getErrorCode, getFirstLine, StartError } from "../start_error.ts";
import { openStorage } from "../storage/open_storage.ts";
import { readMasterKeysInUse } from "../vault/data.ts";
import { getMasterKeyFile } from "../vault/key_file.ts";
import { readMasterKeysHere } from "../vault/open_vault.ts";
import { getContent, getProductVersion } from "./content.ts";
import { decryptStream, encryptStream, type Lock, type Unlock } from "./encryption.ts";
import type { Keys } from "./format.ts";
import { type Restored, restoreArchive } from "./restore.ts";
import { WORK, writeWholeFile } from "./whole_file.ts";
import { createArchive, type Written } from "./write.ts";

export type WriteOptions = {
  lock: Lock | null;
  /** Whether the server's keys are in the archive, which then has to be encrypted. */
  withKeys: boolean;
  /** Ends the work; nothing of it stays. */
  signal?: AbortSignal;
};

/**
 * Writes a backup of a running or stopped server to a file, which is there under its name only when it is whole.
 * @throws StartError when there is a file of that name already
 */
export async function writeBackup(
  config: Config,
  { connectionString, db }: Pick<Database, "connectionString" | "db">,
  rooms: readonly Room[],
  path: string,
  { lock, withKeys, signal }: WriteOptions,
): Promise<Written> {
  if (withKeys && !lock) {
    throw new StartError("Keys are put into encrypted backups only: name a passphrase or a recipient.");
  }
  return writeWholeFile(path, async (draft) => {
    await using work = await mkdtempDisposable(draft + WORK);
    const { archive, done } = createArchive({
      ...getContent(rooms),
      connectionString,
      storage: openStorage(config),
      version: getProductVersion(),
      masterKeys: await readMasterKeysInUse(db),
      keys: withKeys ? await readKeys(config) : null,
      workDirectory: work.path,
    });
    try {
      await pipeline(await encryptStream(archive, lock), createWriteStream(draft, { mode: 0o600 }), {
        signal,
      });
    } catch (error) {
      // An unread archive would keep its connection, its snapshot and its lock for ever.
      archive.destroy();
      throw error;
    }
    return done;
  });
}

/** Restores a backup into the configured database, storage and data directory; all of them have to be empty. */
export async function restoreBackup(
  config: Config,
  log: Logger,
  path: string,
  unlock: Unlock | null,
): Promise<Restored> {
  await using parts = new AsyncDisposableStack();
  let connectionString = config.databaseUrl;
  if (connectionString) await assertDatabaseUsable(connectionString);
  else {
    const attached = await attachToEmbedded({ dataDir: config.dataDir, log, make: true });
    parts.defer(() => attached.detach());
    connectionString = attached.connectionString;
  }
  const archive = await openArchive(path, unlock);
  const restored = await restoreArchive(archive, { connectionString, storage: openStorage(config) });
  if (restored.keys) await writeKeys(config, restored.keys);
  return restored;
}

/** Restores a backup into a database of its own that is thrown away, and compares everything; keeps no file. */
export async function verifyBackup(log: Logger, path: string, unlock: Unlock | null): Promise<Restored> {
  const archive = await openArchive(path, unlock);
  const directory = await mkdtemp(join(tmpdir(), "carediary-verify-"));
  try {
    // PostgreSQL's own user has to pass through when we are root.
    await chmod(directory, 0o711);
    const attached = await attachToEmbedded({ dataDir: join(directory, "data"), log, make: true });
    try {
      return await restoreArchive(archive, { connectionString: attached.connectionString, storage: null });
    } finally {
      await attached.detach();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function openArchive(path: string, unlock: Unlock | null) {
  const file = await open(path, "r").catch((error) => {
    throw new StartError(`The backup ${path} can't be read: ${getFirstLine(error)}`);
  });
  return decryptStream(createReadStream("", { fd: file }), unlock);
}

async function readKeys(config: Config): Promise<Keys> {
  const secretKey = await readFile(getSecretKeyFile(config.dataDir), "utf8").catch(() => null);
  const masterKeys = await readMasterKeysHere(config);
  return {
    secretKey: config.secretKey ?? secretKey?.trim() ?? null,
    masterKeys: masterKeys.map((key) => key.reveal()),
  };
}

/** Writes the keys of a backup to the files where a server looks for them; keys that are there already stay. */
async function writeKeys(config: Config, { secretKey, masterKeys }: Keys): Promise<void> {
  if (secretKey && !config.secretKey) await writeOnce(getSecretKeyFile(config.dataDir), `${secretKey}\n`);
  if (masterKeys.length > 0 && !config.masterKey) {
    await writeOnce(getMasterKeyFile(config.dataDir), `${masterKeys.join("\n")}\n`);
  }
}

async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.restored-${process.pid}`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  try {
    await link(draft, file).catch((error) => {
      if (getErrorCode(error) !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}
