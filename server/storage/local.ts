import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../start-error.ts";
import type { FileStorage } from "./storage.ts";

const NAME = /^[a-z]+\/[0-9a-z-]+(?:\.[a-z]+)?$/;

/** Keeps files below a directory that only this user can read. */
export function createLocalStorage(directory: string): FileStorage {
  function pathOf(name: string): string {
    if (!NAME.test(name)) throw new Error("Not a name of a stored file");
    return join(directory, name);
  }

  return {
    async write(name, bytes) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // A reader finds the former file or the whole new one, whenever the power fails.
      const draft = `${path}.${randomBytes(6).toString("hex")}.part`;
      try {
        const file = await open(draft, "wx", 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncDirectory(dirname(path));
    },

    async read(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (errorCode(error) === "ENOENT") return null;
        throw error;
      }
    },

    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}

/** Makes the new name itself outlive a crash. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
