import { createWriteStream } from "node:fs";
import { link, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { StartError } from "../start-error.ts";
import type { FileStorage, LargeStorage } from "../storage/storage.ts";
import { UNFINISHED } from "./archive_file.ts";
import { type BackupFile, backupsAmong } from "./names.ts";

/** What the names of backups begin with in the bucket, beside the files of notebooks. */
const PREFIX = "backups/";

/** The backups in the bucket, oldest first. */
export async function listInBucket(large: LargeStorage): Promise<BackupFile[]> {
  return backupsAmong((await large.list(PREFIX)).map((name) => name.slice(PREFIX.length)));
}

/**
 * Copies the newest backup of a directory to the bucket if it isn't there yet, and then removes the oldest ones there
 * beyond `keep`. Returns the name of what was copied.
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
  const all = backupsAmong([...there.map(({ name }) => name), newest.name]);
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
  const whole = resolve(path);
  const draft = whole + UNFINISHED;
  try {
    await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }));
    // Unlike a renaming this replaces nothing.
    await link(draft, whole).catch((error) => {
      if (error.code === "EEXIST")
        throw new StartError(`There is a file ${whole} already: it isn't replaced.`);
      throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}
