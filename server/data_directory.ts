import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, chmod, link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getErrorCode, getFirstLine, StartError } from "./start_error.ts";

/**
 * Creates the data directory when it is missing and checks that it is usable.
 * @throws StartError that names it and the problem.
 */
export async function prepareDataDirectory(dataDir: string): Promise<void> {
  try {
    const createdDirectory = await mkdir(dataDir, { recursive: true });
    // Its content is private, but PostgreSQL's own user must be able to pass through when we are root.
    if (createdDirectory !== undefined) await chmod(dataDir, 0o711);
    if (!(await stat(dataDir)).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} ${getReason(error)}`);
  }
}

function getReason(error: unknown): string {
  switch (getErrorCode(error)) {
    case "EACCES":
    case "EPERM":
      return "can't be read and written by this user: change its owner or mode, or set another DATA_DIR.";
    case "EEXIST":
    case "ENOTDIR":
      return "isn't a directory: set DATA_DIR to one.";
    case "EROFS":
      return "is on a read-only file system: set DATA_DIR to a directory that can be written.";
    case "ENOSPC":
      return "can't be made: the disk is full.";
    default:
      return `can't be used: ${getFirstLine(error)}`;
  }
}

export const getSecretKeyFile = (dataDir: string): string => join(dataDir, "secret.key");

/**
 * The server's secret: `secret.key` in the data directory (mode 600), created when missing.
 * @param databaseNeedsKey whether the database holds data that only the lost key decrypts; then no new key is created
 */
export async function readSecretKey(
  dataDir: string,
  databaseNeedsKey: () => Promise<boolean>,
): Promise<string> {
  const file = getSecretKeyFile(dataDir);
  const found = await readFile(file, "utf8").catch((error) => {
    if (getErrorCode(error) === "ENOENT") return null;
    throw new StartError(`The secret key ${file} can't be read: ${getFirstLine(error)}`);
  });
  if (found === null) {
    if (!(await databaseNeedsKey())) return makeSecretKey(file);
    throw new StartError(
      `The secret key ${file} is missing, but the database was used with one: bring it back from your backup, or set ` +
        "SECRET_KEY to it. If it is lost, make a new one (openssl rand -base64 32 > secret.key, in that directory): then " +
        "everybody signs in again, and two-factor codes and notifications on devices have to be set up anew.",
    );
  }
  if (found.trim().length < 32)
    throw new StartError(`The secret key ${file} is damaged: bring back the one from your backup.`);
  return found.trim();
}

async function makeSecretKey(file: string): Promise<string> {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    // The first of two nodes that start at once creates the key; both then read the same one.
    await link(draft, file).catch((error) => {
      if (getErrorCode(error) !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}
