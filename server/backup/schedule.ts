import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { Gauge, type Registry } from "prom-client";
import { DAY, MINUTE } from "../../lib/dates/time.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";
import type { Room } from "../rooms.ts";
import { openStorage } from "../storage/open_storage.ts";
import type { FileStorage, LargeStorage } from "../storage/storage.ts";
import { writeBackup } from "./archive_file.ts";
import { copyToBucket } from "./bucket.ts";
import { type BackupFile, getBackupName, getBackupsAmong, isBackupName, isEncrypted } from "./names.ts";
import { UNFINISHED, WORK } from "./whole_file.ts";

/** How soon a failed backup is tried again. */
const RETRY_MS = 15 * MINUTE;

const CHECK_MS = MINUTE;

/** The backups in a directory, oldest first. */
export async function listBackups(directory: string): Promise<BackupFile[]> {
  return getBackupsAmong(await readdir(directory).catch(() => []));
}

/** The last moment at or before `now` with a planned backup; `minutes` of the day in UTC, in order. */
export function getLastPlanned(minutes: readonly number[], now: number): number {
  const midnight = Math.floor(now / DAY) * DAY;
  const passed = minutes.map((minute) => midnight + minute * MINUTE).filter((at) => at <= now);
  return passed.at(-1) ?? midnight - DAY + minutes.at(-1)! * MINUTE;
}

/**
 * Makes the planned backups of this node, and makes up for a missed one. Of several nodes with the same directory one
 * makes it. A failed backup is logged and tried again; older backups go only when a new one is whole.
 */
export function startBackups(
  config: Config,
  {
    database,
    rooms,
    log,
    metrics,
    clock = systemClock,
  }: { database: Database; rooms: readonly Room[]; log: Logger; metrics: Registry; clock?: Clock },
): { stop(): Promise<void> } {
  const backups = config.backups;
  if (!backups) return { stop: async () => {} };
  const { directory, minutes, keep, lock, withKeys } = backups;
  const bucket = backups.bucket ? withLarge(openStorage(config)) : null;
  let copied = 0;
  let notBefore = 0;
  let newest = 0;
  new Gauge({
    name: "backup_newest_timestamp_seconds",
    help: "When the newest whole backup in BACKUP_DIR was begun; 0 when there is none",
    registers: [metrics],
    collect() {
      this.set(newest / 1000);
    },
  });
  const failures = new Gauge({
    name: "backup_failing",
    help: "1 when the last planned backup failed, until one succeeds",
    registers: [metrics],
  });

  async function check(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    newest = (await listBackups(directory)).at(-1)?.at ?? 0;
    const now = clock.now();
    const isDue = () => newest < getLastPlanned(minutes, now);
    const isToCopy = () => bucket !== null && newest > copied;
    if (now < notBefore || !(isDue() || isToCopy())) return;
    await withLock(database.connectionString, async () => {
      // Another node may have made it while this one waited for the time.
      newest = (await listBackups(directory)).at(-1)?.at ?? 0;
      if (isDue()) await make(now);
      if (isToCopy()) await copy();
      failures.set(0);
    });
  }

  async function make(now: number): Promise<void> {
    await removeUnfinished(directory);
    const name = getBackupName(now, lock !== null);
    const { ending } = await writeBackup(config, database, rooms, join(directory, name), { lock, withKeys });
    newest = now;
    log.info({ name, files: ending.files.count, missing: ending.files.missingCount }, "a backup was made");
    const old = (await listBackups(directory)).slice(0, -keep);
    for (const each of old) await rm(join(directory, each.name), { force: true });
  }

  async function copy(): Promise<void> {
    // A backup made before encryption was set up stays here.
    const last = (await listBackups(directory)).filter(isEncrypted).at(-1);
    const name = last && bucket ? await copyToBucket(bucket, directory, last, keep) : null;
    if (name) log.info({ name }, "a backup was copied to the bucket");
    copied = newest;
  }

  const stopping = new AbortController();
  let running = Promise.resolve();
  const tick = () => {
    running = running.then(check).catch((error) => {
      if (stopping.signal.aborted) return;
      notBefore = clock.now() + RETRY_MS;
      failures.set(1);
      log.error({ err: error }, "the planned backup failed; it is tried again in a quarter of an hour");
    });
    return running;
  };
  const stopTicks = clock.every(CHECK_MS, tick);
  void tick();
  return {
    async stop() {
      stopTicks();
      stopping.abort();
      await running;
    },
  };
}

/** The configuration lets only a bucket be the place of copies. */
function withLarge(storage: FileStorage): FileStorage & { large: LargeStorage } {
  const { large } = storage;
  if (!large) throw new Error("Backups can be copied only to a bucket");
  return { ...storage, large };
}

/** Removes files of a node that was killed; the caller holds the lock, so nobody is writing one. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const [backup = "", rest] = name.split(UNFINISHED, 2);
    if ((rest === "" || rest?.startsWith(WORK)) && isBackupName(backup))
      await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** Runs work unless another node does so at this moment. */
async function withLock(connectionString: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "carediary backup", keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('carediary planned backup', 0)) as held",
    );
    if (rows[0]!.held) await work();
  } finally {
    await client.end();
  }
}
