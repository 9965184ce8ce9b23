import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { restoreBackup, verifyBackup, writeBackup } from "../../../../server/backup/archive_file.ts";
import { fetchFromBucket, listInBucket } from "../../../../server/backup/bucket.ts";
import type { Ending, Manifest } from "../../../../server/backup/format.ts";
import { listBackups } from "../../../../server/backup/schedule.ts";
import type { Config } from "../../../../server/config.ts";
import { getSecretKeyFile } from "../../../../server/data-directory.ts";
import { forgetDatabase } from "../../../../server/db/used_database.ts";
import type { Logger } from "../../../../server/log.ts";
import type { Room } from "../../../../server/rooms.ts";
import { openStorage } from "../../../../server/storage/open_storage.ts";
import { readMasterKeysHere } from "../../../../server/vault/open_vault.ts";
import type { BackupCommand } from "./backup_command.ts";
import { withDatabase } from "./connection.ts";

/** Runs a command about backups; returns the lines to print. */
export async function manageBackups(
  config: Config,
  log: Logger,
  rooms: readonly Room[],
  command: BackupCommand,
): Promise<string[]> {
  if (command.name === "backup") {
    const { lock, withKeys } = command;
    const { manifest, ending } = await withDatabase(config, log, (database) =>
      writeBackup(config, database, rooms, command.file, { lock, withKeys }),
    );
    const { size } = await stat(command.file);
    return [
      `${command.file} is a whole backup of ${megabytes(size)}: ${contentWords(ending)}.`,
      ...keyWords(manifest, config),
    ];
  }
  if (command.name === "list-backups") return await listLines(config);
  if (command.name === "fetch-backup") {
    await fetchFromBucket(openStorage(config), command.backup, command.file);
    return [`${command.file} is a copy of ${command.backup}.`];
  }
  if (command.name === "verify") {
    const { manifest, ending } = await verifyBackup(log, command.file, command.unlock);
    return [
      `${command.file} can be restored: ${contentWords(ending)}, all compared. It is of ${manifest.madeAt}, version ${manifest.version}.`,
    ];
  }
  const { manifest, ending } = await restoreBackup(config, log, command.file, command.unlock);
  if (!config.databaseUrl) await forgetDatabase(config.dataDir);
  return [
    `Restored as it was at ${manifest.madeAt}: ${contentWords(ending)}, all compared.`,
    ...(manifest.keys === "included"
      ? ["The keys are back too."]
      : await missingKeyLines(config, manifest.masterKeys)),
  ];
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

async function listLines(config: Config): Promise<string[]> {
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
