import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { Gauge, type Registry } from "prom-client";
import { DAY, MINUTE } from "../../lib/time.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";
import type { Room } from "../rooms.ts";
import { UNFINISHED, writeBackup } from "./archive_file.ts";

/** The name of a backup says when it was begun (UTC), so that the directory alone says what is due. */
const NAME = /^carediary-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.tar(?:\.age)?$/;

/** How soon a failed backup is tried again. */
const RETRY_MS = 15 * MINUTE;

const CHECK_MS = MINUTE;

/** The name of a backup that begins now, with the ending that says whether it is encrypted. */
export const backupName = (at: number, isEncrypted: boolean): string =>
  `carediary-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar${isEncrypted ? ".age" : ""}`;

/** When the backups in a directory were begun (epoch ms) with their names, oldest first. */
export async function listBackups(directory: string): Promise<{ at: number; name: string }[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .flatMap((name) => {
      const time = name.match(NAME)?.[1];
      if (!time) return [];
      const [day, clock] = time.split("T");
      return [{ at: Date.parse(`${day}T${clock!.replaceAll("-", ":")}Z`), name }];
    })
    .sort((a, b) => a.at - b.at);
}

/** The last moment at or before `now` at which a backup was planned; `minutes` of the day in UTC, in order. */
export function lastPlanned(minutes: readonly number[], now: number): number {
  const midnight = Math.floor(now / DAY) * DAY;
  const passed = minutes.map((minute) => midnight + minute * MINUTE).filter((at) => at <= now);
  return passed.at(-1) ?? midnight - DAY + minutes.at(-1)! * MINUTE;
}

/**
 * Makes the planned backups of this node, and makes up for one that was due while it was off. Of several nodes with the
 * same directory one makes it. A failed one is logged and tried again; older backups go only when a new one is whole.
 */
export function startBackups(
  config: Config,
  {
    database,
    rooms,
    log,
    metrics,
  }: { database: Database; rooms: readonly Room[]; log: Logger; metrics: Registry },
): { stop(): Promise<void> } {
  const backups = config.backups;
  if (!backups) return { stop: async () => {} };
  const { directory, minutes, keep, lock, withKeys } = backups;
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
    const now = Date.now();
    if (now < notBefore || newest >= lastPlanned(minutes, now)) return;
    await withLock(database.connectionString, async () => {
      // Another node may have made it while this one waited for the time.
      newest = (await listBackups(directory)).at(-1)?.at ?? 0;
      if (newest >= lastPlanned(minutes, now)) return;
      await removeUnfinished(directory);
      const name = backupName(now, lock !== null);
      const { ending } = await writeBackup(config, database, rooms, join(directory, name), {
        lock,
        withKeys,
      });
      newest = now;
      failures.set(0);
      log.info({ name, files: ending.files.count, missing: ending.files.missingCount }, "a backup was made");
      const old = (await listBackups(directory)).slice(0, -keep);
      for (const each of old) await rm(join(directory, each.name), { force: true });
    });
  }

  const stopping = new AbortController();
  let running = Promise.resolve();
  const tick = () => {
    running = running.then(check).catch((error) => {
      if (stopping.signal.aborted) return;
      notBefore = Date.now() + RETRY_MS;
      failures.set(1);
      log.error({ err: error }, "the planned backup failed; it is tried again in a quarter of an hour");
    });
  };
  const timer = setInterval(tick, CHECK_MS);
  tick();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** Removes what a node that was killed has left; the caller holds the lock, so nobody is writing one. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)))
      await rm(join(directory, name), { force: true });
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
