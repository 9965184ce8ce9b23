import { randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getErrorCode, getFirstLine, StartError } from "../start_error.ts";
import { createMasterKey, type MasterKey, type MasterKeys, readMasterKey } from "./master_keys.ts";

/** The file of the master key, unless MASTER_KEY gives it: one key per line, the current one first. */
export const getMasterKeyFile = (dataDir: string): string => join(dataDir, "master.key");

/**
 * The keys of the file, the current one first; empty when there is no file.
 * @throws StartError for a damaged file
 */
export async function readKeyFile(file: string): Promise<MasterKey[]> {
  const text = await readFile(file, "utf8").catch((error) => {
    if (getErrorCode(error) === "ENOENT") return null;
    throw new StartError(`The master key ${file} can't be read: ${getFirstLine(error)}`);
  });
  if (text === null) return [];
  const keys = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => readMasterKey(line.trim()));
  if (keys.length === 0 || keys.includes(null)) {
    throw new StartError(`The master key ${file} is damaged: bring back the one from your backup.`);
  }
  return keys as MasterKey[];
}

/**
 * Creates the file with a new key. The first of two processes that start at once creates it; both then read the same
 * key.
 */
export async function makeKeyFile(file: string): Promise<void> {
  const draft = await writeDraft(file, [createMasterKey()]);
  try {
    await link(draft, file).catch((error) => {
      if (getErrorCode(error) !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(file);
}

/** Replaces the keys of the file; a reader finds either all the old or all the new ones. */
export async function replaceKeyFile(file: string, keys: readonly MasterKey[]): Promise<void> {
  const draft = await writeDraft(file, keys);
  try {
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectory(file);
}

async function writeDraft(file: string, keys: readonly MasterKey[]): Promise<string> {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  await writeFile(draft, `${keys.map((key) => key.reveal()).join("\n")}\n`, {
    mode: 0o600,
    flag: "wx",
    flush: true,
  });
  return draft;
}

/** Flushes the directory, so that a new name in it survives a crash. */
async function syncDirectory(file: string): Promise<void> {
  const handle = await open(dirname(file), "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The keys of a file that another process may rotate meanwhile. Keys once read stay known until the process ends. */
export function getMasterKeysInFile(file: string): MasterKeys {
  const known = new Map<string, MasterKey>();
  async function readKeys(): Promise<MasterKey> {
    const keys = await readKeyFile(file);
    for (const key of keys) known.set(key.id, key);
    if (!keys[0]) throw new Error("The master key file is gone");
    return keys[0];
  }
  return {
    current: readKeys,
    async find(id) {
      if (!known.has(id)) await readKeys();
      return known.get(id) ?? null;
    },
  };
}
