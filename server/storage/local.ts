import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DiskFull, isOnReserve } from "../disk.ts";
import { getErrorCode } from "../start_error.ts";
import { createDrafts } from "./drafts.ts";
import { type FileStorage, STORED_NAME } from "./storage.ts";

/** Storage in a directory that only this user can read. */
export function createLocalStorage(directory: string): FileStorage {
  // In the same file system, so that renaming a draft is enough to store it.
  const inDirectory = createDrafts(join(directory, "drafts"));
  const drafts = {
    ...inDirectory,
    async newPath() {
      const path = await inDirectory.newPath();
      // Files mustn't take the room that the database needs, which is usually on the same disk.
      if (await isOnReserve(directory)) throw new DiskFull();
      return path;
    },
  };

  function getPath(name: string): string {
    if (!STORED_NAME.test(name)) throw new Error("Not a name of a stored file");
    return join(directory, name);
  }

  /**
   * Replaces a file atomically: a reader finds the previous file or the whole new one, even after a power failure.
   */
  async function moveDraft(draft: string, name: string): Promise<void> {
    const path = getPath(name);
    const file = await open(draft, "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(draft, path);
    await syncDirectory(dirname(path));
  }

  return {
    async write(name, bytes) {
      getPath(name);
      const draft = await drafts.newPath();
      try {
        const file = await open(draft, "wx", 0o600);
        try {
          await file.writeFile(bytes);
        } finally {
          await file.close();
        }
        await moveDraft(draft, name);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    saveDraft: moveDraft,
    read: (name) => orNull(readFile(getPath(name))),
    async stream(name) {
      const file = await orNull(open(getPath(name), "r"));
      return file && createReadStream("", { fd: file });
    },
    size: async (name) => (await orNull(stat(getPath(name))))?.size ?? null,
    async remove(name) {
      await rm(getPath(name), { force: true });
    },
    drafts,
    direct: null,
    large: null,
  };
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Flushes a directory, so that a new name in it survives a crash. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
