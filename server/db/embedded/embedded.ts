import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isOnReserve } from "../../disk.ts";
import type { Logger } from "../../log.ts";
import { getFirstLine } from "../../start_error.ts";
import { findBinaries, getInstallation } from "./binaries.ts";
import { ADMIN_ROLE, APP_DATABASE, APP_ROLE, ensureCluster, writeAccessRules } from "./cluster.ts";
import { getLayout } from "./layout.ts";
import { endOrphan, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { getServerSettings, type Settings } from "./settings.ts";
import { assertCanEnter, findPostgresUser } from "./system_user.ts";

/** The most restarts within `RESTART_WINDOW_MS`; more would only hide a real fault. */
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
/** How often a full disk is looked at for room. */
const LOOK_FOR_ROOM_MS = 1_000;

export type EmbeddedPostgres = {
  /** For the ordinary role that owns the program's database. */
  connectionString: string;
  /** For the role that may create databases and roles; for tests and maintenance. */
  adminConnectionString: string;
  /** Id of the PostgreSQL process that runs now. */
  pid(): number;
  stop(): Promise<void>;
};

/**
 * Runs PostgreSQL on `dataDir` (absolute, existing, locked by the caller; see `lockDirectory`): creates the cluster,
 * ends a process left over from a killed server, starts PostgreSQL, and restarts it when it dies.
 * @param options.onGiveUp called when PostgreSQL keeps dying and isn't restarted any more.
 * @throws StartError with the remedy in one line.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
  settings?: Settings;
  onGiveUp?: (reason: Error) => void;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const binaries = await findBinaries();
  const user = await findPostgresUser();
  await assertCanEnter(user, dataDir, "The data directory");
  await assertCanEnter(user, getInstallation(binaries), "PostgreSQL's directory");
  const paths = getLayout(dataDir);
  await endOrphan(paths, log);
  await ensureCluster(binaries, paths, user);
  const rules = await writeAccessRules(paths, user);
  const settings = { ...getServerSettings({ ...paths, ...rules }), ...options.settings };

  let stopping = false;
  const exitTimes: number[] = [];
  const start = async (): Promise<ChildProcess> => {
    const child = await startPostmaster({ ...paths, binaries, user, settings, log });
    child.once("exit", (code, signal) => {
      if (!stopping) void restart(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`})`);
    });
    return child;
  };
  const restart = async (reason: string): Promise<void> => {
    await waitForRoom(reason);
    if (stopping) return;
    const now = Date.now();
    exitTimes.push(now);
    const recent = exitTimes.filter((at) => at > now - RESTART_WINDOW_MS).length;
    if (recent > MAX_RESTARTS) {
      options.onGiveUp?.(new Error(`${reason}, ${recent} times within a minute; see ${paths.logs}`));
      return;
    }
    log.error(`${reason}; starting it again`);
    try {
      await sleep(200 * (recent - 1));
      if (stopping) return;
      await endOrphan(paths, log);
      running = start();
      pid = (await running).pid!;
      log.info("PostgreSQL runs again");
    } catch (error) {
      if (!stopping) await restart(`PostgreSQL didn't come back: ${getFirstLine(error)}`);
    }
  };

  /** On a full disk PostgreSQL can't recover: it starts again when there is room, however long that takes. */
  const waitForRoom = async (reason: string): Promise<void> => {
    if (!(await isOnReserve(dataDir))) return;
    log.error(`${reason}; the disk of ${dataDir} is full, so it starts again when there is room`);
    while (!stopping && (await isOnReserve(dataDir))) await sleep(LOOK_FOR_ROOM_MS);
  };

  let running = start();
  let pid = (await running).pid!;
  const url = (role: string, database: string) => getSocketUrl(paths.sockets, settings.port!, role, database);
  const embedded: EmbeddedPostgres = {
    connectionString: url(APP_ROLE, APP_DATABASE),
    adminConnectionString: url(ADMIN_ROLE, "postgres"),
    pid: () => pid,
    async stop() {
      stopping = true;
      const last = await running.catch(() => null);
      if (last?.pid) await stopPostmaster(last.pid, paths.cluster);
      // A socket directory below the temporary directory belongs to this server alone and would stay behind.
      if (!paths.sockets.startsWith(dataDir)) await rm(paths.sockets, { recursive: true, force: true });
    },
  };
  await ensureDatabase(embedded.adminConnectionString);
  return embedded;
}

export const getSocketUrl = (sockets: string, port: string, role: string, database: string): string =>
  `postgresql://${role}@localhost:${port}/${database}?host=${encodeURIComponent(sockets)}`;

/** Creates the program's role and database when they are missing (also after a start that was interrupted). */
export async function ensureDatabase(adminConnectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminConnectionString });
  await client.connect();
  try {
    const role = await client.query("select from pg_roles where rolname = $1", [APP_ROLE]);
    if (role.rowCount === 0) await client.query(`create role ${APP_ROLE} login`);
    const database = await client.query("select from pg_database where datname = $1", [APP_DATABASE]);
    if (database.rowCount === 0) await client.query(`create database ${APP_DATABASE} owner ${APP_ROLE}`);
  } finally {
    await client.end();
  }
}
