import { randomBytes } from "node:crypto";
import { stat, statfs } from "node:fs/promises";
import { DAY, HOUR } from "../../lib/dates/time.ts";
import { listInBucket } from "../backup/bucket.ts";
import type { BackupFile } from "../backup/names.ts";
import { listBackups } from "../backup/schedule.ts";
import type { Config } from "../config.ts";
import { getSecretKeyFile, prepareDataDirectory } from "../data_directory.ts";
import { listFormerClusters } from "../db/embedded/former_cluster.ts";
import { formatOperatorCommand } from "../operator/command_line.ts";
import { getFirstLine, StartError } from "../start_error.ts";
import { openStorage } from "../storage/open_storage.ts";
import type { DirectStorage } from "../storage/storage.ts";
import { getMasterKeyFile } from "../vault/key_file.ts";
import { createFindings, type Finding } from "./finding.ts";

const LOW_BYTES = 1024 ** 3;
const ANSWER_MS = 10_000;
/** A daily backup that is two hours late. */
const OLD_BACKUP_MS = DAY + 2 * HOUR;

/** The data directory: whether it can be used, how much room it has, and who can read the keys in it. */
export async function checkDataDirectory({ dataDir, secretKey, masterKey }: Config): Promise<Finding[]> {
  const part = createFindings("Data directory");
  if (!(await stat(dataDir).catch(() => null)))
    return [part.warning(`${dataDir} isn't there yet.`, "The first start makes it.")];
  try {
    await prepareDataDirectory(dataDir);
  } catch (error) {
    return [part.fault(getFirstLine(error), "Correct its owner or mode, or set another DATA_DIR.")];
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free`;
  const findings = [
    bavail * bsize < LOW_BYTES
      ? part.warning(`${dataDir} has only ${free}.`, "Make room: below 64 MB the server stops answering.")
      : part.ok(`${dataDir} can be written and has ${free}.`),
  ];
  for (const { path, major, bytes } of await listFormerClusters(dataDir))
    findings.push(
      createFindings("Database").warning(
        `The database of PostgreSQL ${major} is kept in ${path}, ${Math.round(bytes / 1024 ** 2).toLocaleString("en")} MB, since it was carried over.`,
        `When everything is as it was: ${formatOperatorCommand("remove-former-database")}`,
      ),
    );
  const files = [
    ...(secretKey ? [] : [getSecretKeyFile(dataDir)]),
    ...(masterKey ? [] : [getMasterKeyFile(dataDir)]),
  ];
  for (const file of files) {
    const mode = await stat(file).then(
      (found) => found.mode & 0o777,
      () => null,
    );
    if (mode !== null && (mode & 0o077) !== 0)
      findings.push(createFindings("Keys").warning(`Others can read ${file}.`, `chmod 600 ${file}`));
  }
  return findings;
}

/** Writes, reads and deletes a file in the configured storage, as an upload does. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const part = createFindings("Files");
  const storage = openStorage(config);
  const name = `doctor/${randomBytes(8).toString("hex")}`;
  const bytes = randomBytes(1000);
  try {
    await storage.write(name, bytes);
    const read = await storage.read(name);
    const size = await storage.size(name);
    await storage.remove(name);
    if (!read || !bytes.equals(read) || size !== bytes.length) {
      return [
        part.fault("A file that was written isn't read as it was.", "Look at the storage service's log."),
      ];
    }
    if ((await storage.size(name)) !== null)
      return [part.warning("A file that was deleted is still there.", "Allow the server to delete objects.")];
  } catch (error) {
    return [part.fault(`The storage can't be used: ${getFirstLine(error)}`, STORAGE_REMEDY)];
  }
  const findings = [part.ok(`written, read and deleted (${config.storage.driver}).`)];
  if (storage.direct) findings.push(await checkCrossOrigin(storage.direct, name, config.baseUrl));
  return findings;
}

const STORAGE_REMEDY =
  "Check the bucket's name, region, address and credentials, and that they may read, write and delete.";

/** Browsers upload to a bucket directly only when it allows our origin. */
async function checkCrossOrigin(direct: DirectStorage, name: string, baseUrl: string): Promise<Finding> {
  const part = createFindings("Files");
  try {
    const url = await direct.uploadUrl({ name, type: "text/plain", size: 1, seconds: 60 });
    const answer = await fetch(url, {
      method: "OPTIONS",
      headers: {
        Origin: baseUrl,
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "content-type",
      },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const allowed = answer.headers.get("access-control-allow-origin");
    if (allowed === "*" || allowed === baseUrl)
      return part.ok(`the bucket takes uploads of pages of ${baseUrl}.`);
    return part.fault(
      `The bucket refuses uploads of pages of ${baseUrl}.`,
      `Allow the origin ${baseUrl} with PUT and GET and the header Content-Type in the bucket's CORS rules.`,
    );
  } catch (error) {
    return part.fault(`The bucket's address can't be reached: ${getFirstLine(error)}`, STORAGE_REMEDY);
  }
}

/** The planned backups of this node: whether there are any, how old the newest one is, and where they are. */
export async function checkBackups(config: Config, now: number): Promise<Finding[]> {
  const { backups, dataDir } = config;
  const part = createFindings("Backups");
  if (!backups) {
    return [
      part.warning(
        "This server makes none by itself.",
        "Set BACKUP_DIR to a directory on another disk (docs/operating/back-up.md).",
      ),
    ];
  }
  const { directory } = backups;
  const place = await stat(directory).catch(() => null);
  if (!place?.isDirectory())
    return [part.fault(`BACKUP_DIR ${directory} isn't a directory.`, "Make it, or set another one.")];
  const findings: Finding[] = [];
  const newest = (await listBackups(directory)).at(-1);
  if (!newest) {
    findings.push(
      part.warning(
        `There is none in ${directory} yet.`,
        "The running server makes the first one within a minute.",
      ),
    );
  } else {
    const hours = Math.floor((now - newest.at) / HOUR);
    const age = `${hours} ${hours === 1 ? "hour" : "hours"} old`;
    findings.push(
      now - newest.at > OLD_BACKUP_MS
        ? part.fault(`The newest one, ${newest.name}, is ${age}.`, "Look for “backup” in the server's log.")
        : part.ok(`the newest one, ${newest.name}, is ${age}.`),
    );
  }
  if (newest && backups.bucket) findings.push(await checkCopy(config, newest));
  const data = await stat(dataDir).catch(() => null);
  if (data?.dev === place.dev)
    findings.push(
      part.warning(
        `${directory} is on the same disk as DATA_DIR.`,
        "Use another disk, and copy backups away.",
      ),
    );
  if (!backups.lock)
    findings.push(part.warning("Backups aren't encrypted.", "Set BACKUP_RECIPIENT or BACKUP_PASSPHRASE."));
  return findings;
}

/** Whether the newest backup is in the bucket, too. */
async function checkCopy(config: Config, { name }: BackupFile): Promise<Finding> {
  const part = createFindings("Backups");
  const { large } = openStorage(config);
  try {
    const isThere = large !== null && (await listInBucket(large)).some((each) => each.name === name);
    if (isThere) return part.ok(`the bucket has ${name}.`);
    return part.warning(
      `${name} isn't in the bucket yet.`,
      "The running server copies it. If it doesn't, look for “backup” in its log.",
    );
  } catch (error) {
    return part.fault(`The bucket doesn't say which backups it has: ${getFirstLine(error)}`, STORAGE_REMEDY);
  }
}

/** The finding for a check that failed. The message of a `StartError` contains the remedy. */
export const toFinding = (part: string, error: unknown): Finding =>
  createFindings(part).fault(
    getFirstLine(error),
    error instanceof StartError ? null : "See the server's log.",
  );
