import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { getContent } from "../backup/content.ts";
import { systemClock } from "../clock.ts";
import type { StorageConfig } from "../config/storage.ts";
import type { Config } from "../config.ts";
import { removeFormerClusters } from "../db/embedded/former_cluster.ts";
import type { Logger } from "../log.ts";
import { type DatabasePlace, type MovedDatabase, moveDatabase, undoMove } from "../moves/move_database.ts";
import { type MovedFiles, moveFiles } from "../moves/move_files.ts";
import type { Room } from "../rooms.ts";
import { openStorage } from "../storage/open_storage.ts";
import { OperatorError } from "./command.ts";
import { formatOperatorCommand } from "./command_line.ts";
import { hasRunningServer, withDatabase } from "./connection.ts";

const PROGRESS_MS = 10_000;

type Report = (line: string) => void;

/** Copies everything of the database to another one; returns the lines to print. `report` is called with the progress. */
export async function copyDatabase(
  config: Config,
  log: Logger,
  to: DatabasePlace,
  report: Report,
): Promise<string[]> {
  let bytes = 0;
  const cancel = systemClock.every(PROGRESS_MS, () => report(`… ${megabytes(bytes)} (compressed)`));
  try {
    const onBytes = (count: number) => (bytes += count);
    return movedLines(config, to, await moveDatabase(config, to, { log, onBytes }));
  } finally {
    cancel();
  }
}

/** Lets servers use the former database again; returns the lines to print. */
export async function returnToDatabase(config: Config, log: Logger): Promise<string[]> {
  await undoMove(config, log);
  return ["This database can be used again. What was written in the other one since isn't in it."];
}

/** Removes the databases of former versions of PostgreSQL; returns the lines to print. */
export async function removeFormerDatabases(config: Config): Promise<string[]> {
  const removed = await removeFormerClusters(config.dataDir);
  if (removed.length === 0) return ["There is no database of a former version of PostgreSQL."];
  return removed.map(({ path, bytes: size }) => `${path} is removed, ${megabytes(size)}.`);
}

/** The new place of the files, and the settings for it as lines of `.env`. */
export type FilesPlace = { to: StorageConfig; settings: readonly string[] };

/** Copies all stored files to another place; returns the lines to print. `report` is called with the progress. */
export async function copyFiles(
  config: Config,
  log: Logger,
  rooms: readonly Room[],
  { to, settings }: FilesPlace,
  report: Report,
): Promise<string[]> {
  if (isDeepStrictEqual(to, config.storage)) throw new OperatorError("The files are there already.");
  const { dataDir } = config;
  // One for each pair of places, so that a move to another one begins anew.
  const pair = createHash("sha256")
    .update(JSON.stringify([config.storage, to]))
    .digest("hex")
    .slice(0, 12);
  const record = join(dataDir, `moved-files-${pair}.jsonl`);
  await mkdir(dataDir, { recursive: true });
  let [count, bytes] = [0, 0];
  const cancel = systemClock.every(PROGRESS_MS, () =>
    report(`… ${count.toLocaleString("en")} files, ${megabytes(bytes)}`),
  );
  try {
    return await withDatabase(config, log, async (database) => {
      const ranBefore = await hasRunningServer(database);
      const moved = await moveFiles({
        from: openStorage(config),
        to: openStorage({ storage: to, dataDir }),
        connectionString: database.connectionString,
        storedFiles: getContent(rooms).storedFiles,
        record,
        onFile(size) {
          count += 1;
          bytes += size;
        },
      });
      const isFinal = !ranBefore && !(await hasRunningServer(database));
      if (isFinal) await rm(record, { force: true });
      return [
        ...filesLines(moved, to.driver),
        ...(isFinal ? finalLines(config, to.driver, settings) : RUN_AGAIN),
      ];
    });
  } finally {
    cancel();
  }
}

const RUN_AGAIN = [
  "A server runs on this database: files that come meanwhile aren't there yet. Stop all nodes, run this command again, which takes only what is new, and then change the settings.",
];

function filesLines(moved: MovedFiles, driver: string): string[] {
  const { count, bytes, copied, removed, missing, missingCount } = moved;
  const files = (n: number) => `${n.toLocaleString("en")} ${n === 1 ? "file" : "files"}`;
  return [
    `${files(count)}, ${megabytes(bytes)}, are in the new place (${driver}), all read back and compared; ${copied.toLocaleString("en")} copied now.`,
    ...(removed > 0 ? [`${files(removed)} that people have deleted meanwhile are removed there.`] : []),
    ...(missingCount > 0
      ? [
          `${files(missingCount)} that the database mentions weren't in the former place:`,
          ...missing.map((name) => `  ${name}`),
          ...(missingCount > missing.length ? ["  …"] : []),
        ]
      : []),
  ];
}

const finalLines = (config: Config, driver: string, settings: readonly string[]): string[] => [
  `Set these, and start the server; then \`${formatOperatorCommand("doctor")}\` tries the new place:`,
  ...settings.map((line) => `  ${line}`),
  ...(config.backups?.bucket && driver === "local"
    ? ["Remove BACKUP_BUCKET: there is no bucket any more."]
    : []),
  "The files in the former place stay: remove them when you don't need them any more. Backups under backups/ of a bucket weren't copied.",
];

function movedLines(config: Config, to: DatabasePlace, { destination, ending }: MovedDatabase): string[] {
  const tables = Object.values(ending?.tables ?? {});
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const setting =
    to === "embedded"
      ? "Remove DATABASE_URL from the settings"
      : to.setting === "--to"
        ? `Set DATABASE_URL=${to.url}`
        : `Set DATABASE_URL to the value of ${to.setting}`;
  return [
    ending
      ? `${rows.toLocaleString("en")} rows of ${tables.length} tables are in ${destination}, all compared.`
      : `All rows were in ${destination} already, and were compared.`,
    `${setting}, and start the server. Keep DATA_DIR (${config.dataDir}): the keys are in it, and files that aren't in a bucket.`,
    `The former database stays as it was, read-only, and no server starts on it. To come back: \`${formatOperatorCommand("move-database --undo")}\` with the former settings.`,
  ];
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2).toLocaleString("en")} MB`;
