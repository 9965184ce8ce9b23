import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { restoreBackup, verifyBackup, writeBackup } from "../backup/archive_file.ts";
import { fetchFromBucket, listInBucket } from "../backup/bucket.ts";
import type { Lock, Unlock } from "../backup/encryption.ts";
import type { Ending, Manifest } from "../backup/format.ts";
import { listBackups } from "../backup/schedule.ts";
import type { Config } from "../config.ts";
import { getSecretKeyFile } from "../data_directory.ts";
import { forgetDatabase } from "../db/used_database.ts";
import type { Logger } from "../log.ts";
import type { Room } from "../rooms.ts";
import { openStorage } from "../storage/open_storage.ts";
import { readMasterKeysHere } from "../vault/open_vault.ts";
import { withDatabase } from "./connection.ts";

/** Saves everything in one file; returns the lines to print. */
export async function saveBackup(
  config: Config,
  log: Logger,
  rooms: readonly Room[],
  { file, lock, withKeys }: { file: string; lock: Lock | null; withKeys: boolean },
): Promise<string[]> {
  const { manifest, ending } = await withDatabase(config, log, (database) =>
    writeBackup(config, database, rooms, file, { lock, withKeys }),
  );
  const { size } = await stat(file);
  return [
    `${file} is a whole backup of ${megabytes(size)}: ${contentWords(ending)}.`,
    ...keyWords(manifest, config),
  ];
}

/** Restores a backup into a database that is thrown away; returns the lines to print. */
export async function tryBackup(log: Logger, file: string, unlock: Unlock | null): Promise<string[]> {
  const { manifest, ending } = await verifyBackup(log, file, unlock);
  return [
    `${file} can be restored: ${contentWords(ending)}, all compared. It is of ${manifest.madeAt}, version ${manifest.version}.`,
  ];
}

/** Restores a backup into an empty database and DATA_DIR; returns the lines to print. */
export async function restoreEverything(
  config: Config,
  log: Logger,
  file: string,
  unlock: Unlock | null,
): Promise<string[]> {
  const { manifest, ending } = await restoreBackup(config, log, file, unlock);
  if (!config.databaseUrl) await forgetDatabase(config.dataDir);
  return [
    `Restored as it was at ${manifest.madeAt}: ${contentWords(ending)}, all compared.`,
    ...(manifest.keys === "included"
      ? ["The keys are back too."]
      : await missingKeyLines(config, manifest.masterKeys)),
  ];
}

/** Copies a backup from the bucket to a file; returns the lines to print. */
export async function fetchBackup(config: Config, backup: string, file: string): Promise<string[]> {
  await fetchFromBucket(openStorage(config), backup, file);
  return [`${file} is a copy of ${backup}.`];
}

/** The keys to restore before the start, after a restore of a backup without keys. */
async function missingKeyLines(config: Config, masterKeys: readonly string[]): Promise<string[]> {
  const { dataDir, secretKey } = config;
  const here = new Set((await readMasterKeysHere(config)).map(({ id }) => id));
  const missing = masterKeys.filter((id) => !here.has(id));
  const hasSecret = secretKey !== null || existsSync(getSecretKeyFile(dataDir));
  const files = [
    ...(hasSecret ? [] : ["secret.key"]),
    ...(missing.length > 0 ? [`master.key (${missing.join(", ")})`] : []),
  ];
  return [
    ...(files.length > 0
      ? [
          `The server's keys aren't in the backup: bring back ${files.join(" and ")} into ${dataDir} before you start the server.`,
        ]
      : []),
    ...(hasSecret
      ? [
          `${secretKey === null ? `The secret.key in ${dataDir}` : "SECRET_KEY"} stays: it has to be that of the server that was backed up.`,
        ]
      : []),
  ];
}

/** The backups that the server made by itself, in lines. */
export async function listOwnBackups(config: Config): Promise<string[]> {
  const lines: string[] = [];
  const add = (place: string, names: readonly string[]) =>
    lines.push(
      names.length === 0 ? `None in ${place}.` : `In ${place}:`,
      ...names.map((name) => `  ${name}`),
    );
  const { backups } = config;
  if (backups)
    add(
      backups.directory,
      (await listBackups(backups.directory)).map(({ name }) => name),
    );
  const { large } = openStorage(config);
  if (large)
    add(
      "the bucket",
      (await listInBucket(large)).map(({ name }) => name),
    );
  return lines.length > 0 ? lines : ["This server makes no backups by itself: BACKUP_DIR isn't set."];
}

function contentWords({ tables, files }: Ending): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const missing =
    files.missingCount === 0
      ? ""
      : ` (${files.missingCount} files that the database mentions weren't there: ${files.missing.slice(0, 5).join(", ")}${files.missingCount > 5 ? " …" : ""})`;
  const count = (n: number, one: string, more: string) => `${n.toLocaleString("en")} ${n === 1 ? one : more}`;
  return `${count(rows, "row", "rows")} of ${Object.keys(tables).length} tables and ${count(files.count, "file", "files")} of ${megabytes(files.bytes)}${missing}`;
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const keyWords = (manifest: Manifest, { dataDir }: Config): string[] =>
  manifest.keys === "included"
    ? ["The server's keys are in it: whoever opens it reads everything."]
    : [
        `The server's keys aren't in it: keep copies of secret.key and master.key of ${dataDir} (or of SECRET_KEY and MASTER_KEY) in another place.`,
      ];
