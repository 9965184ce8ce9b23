import { access, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { getErrorCode, StartError } from "../start_error.ts";

/** The ending of the name of a file that isn't whole yet. */
export const UNFINISHED = ".unfinished";

/** Follows the name of an unfinished backup in that of its directory for work. */
export const WORK = "-work-";

/**
 * Writes a backup to a file, which is there under its name only when it is whole and survives a crash. `write` is given
 * the path to write to; after a failure its file is removed.
 * @throws StartError when there is a file of that name already, or no directory for it
 */
export async function writeWholeFile<Result>(
  path: string,
  write: (draft: string) => Promise<Result>,
): Promise<Result> {
  const whole = resolve(path);
  if (await exists(whole)) throw new StartError(`There is a file ${whole} already: a backup replaces none.`);
  const draft = whole + UNFINISHED;
  try {
    const result = await write(draft);
    await flush(draft);
    await rename(draft, whole);
    await flush(dirname(whole));
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    if (getErrorCode(error) === "ENOENT") throw new StartError(`${dirname(whole)} isn't a directory.`);
    throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
