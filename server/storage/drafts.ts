import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { getErrorCode } from "../start_error.ts";

/** Longer than any upload takes: an older draft was left by a process that ended. */
const ABANDONED_AFTER_MS = 3_600_000;

/** Temporary files on this machine, for uploads that aren't complete. */
export type Drafts = {
  /** A path for a new file, which the caller has to remove. */
  newPath(): Promise<string>;
  /** Removes abandoned drafts; `now` in epoch ms. */
  removeAbandoned(now: number): Promise<void>;
};

export function createDrafts(directory: string): Drafts {
  return {
    async newPath() {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      return join(directory, `${randomBytes(16).toString("hex")}.part`);
    },
    async removeAbandoned(now) {
      for (const name of await readdir(directory).catch(emptyIfMissing)) {
        const path = join(directory, name);
        const found = await stat(path).catch(() => null);
        if (found && now - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
      }
    },
  };
}

function emptyIfMissing(error: unknown): string[] {
  if (getErrorCode(error) === "ENOENT") return [];
  throw error;
}
