import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { StartError } from "../start_error.ts";
import type { FileStorage, LargeStorage } from "../storage/storage.ts";
import { type BackupFile, getBackupsAmong } from "./names.ts";
import { writeWholeFile } from "./whole_file.ts";

/** Prefix of backups in the bucket, which also has the files of notebooks. */
const PREFIX = "backups/";

/** The backups in the bucket, oldest first. */
export async function listInBucket(large: LargeStorage): Promise<BackupFile[]> {
  return getBackupsAmong((await large.list(PREFIX)).map((name) => name.slice(PREFIX.length)));
}

/**
 * Copies the newest backup of a directory to the bucket if it isn't there yet, and then removes the oldest ones there
 * beyond `keep`. Returns the name of the copied backup.
 */
export async function copyToBucket(
  storage: FileStorage & { large: LargeStorage },
  directory: string,
  newest: BackupFile,
  keep: number,
): Promise<string | null> {
  const there = await listInBucket(storage.large);
  if (there.some(({ name }) => name === newest.name)) return null;
  await storage.large.save(join(directory, newest.name), PREFIX + newest.name);
  const all = getBackupsAmong([...there.map(({ name }) => name), newest.name]);
  for (const { name } of all.slice(0, -keep)) await storage.remove(PREFIX + name);
  return newest.name;
}

/**
 * Copies a backup from the bucket to a file of this machine, which is there under its name only when it is whole.
 * @throws StartError when there is no such backup, or a file of that name already
 */
export async function fetchFromBucket(storage: FileStorage, name: string, path: string): Promise<void> {
  const content = await storage.stream(PREFIX + name);
  if (!content) throw new StartError(`There is no backup ${name} in the bucket: list-backups names them.`);
  await writeWholeFile(path, (draft) => pipeline(content, createWriteStream(draft, { mode: 0o600 })));
}
