import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { ensureBuilt, SERVER } from "../server/build/build.ts";
import { openDatabase } from "../server/db/database.ts";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { createLog } from "../server/log.ts";

const TEMPLATE = "carediary_template";

type Started = { admin: string; app: string; directory: string; stop(): Promise<void> };

/** Vitest loads this module for each project of a run; they share one PostgreSQL. */
const shared = globalThis as { runningPostgres?: { users: number; started: Promise<Started> } };

/** Builds the server, and starts one PostgreSQL for the whole run, with a migrated template that each test database is copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.runningPostgres ??= { users: 0, started: start() };
  const running = shared.runningPostgres;
  running.users++;
  const { admin, app, directory, stop } = await running.started;
  project.provide("postgres", { admin, app });
  project.provide("scratch", directory);
  return async () => {
    if (--running.users === 0) await stop();
  };
}

async function start(): Promise<Started> {
  // For the tests that start the program.
  await ensureBuilt(SERVER);
  const directory = await mkdtemp(join(tmpdir(), "carediary-test-"));
  // PostgreSQL's own user must be able to enter when the tests run as root.
  await chmod(directory, 0o711);
  const dataDir = join(directory, "data");
  await mkdir(dataDir, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog("warn"),
    // Losing this data in a power cut is harmless; everything else is as in production.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  const stop = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.adminConnectionString, postgres.connectionString);
  } catch (error) {
    await stop();
    throw error;
  }
  return { admin: postgres.adminConnectionString, app: postgres.connectionString, directory, stop };
}

async function makeTemplate(adminConnectionString: string, appConnectionString: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminConnectionString });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE} owner carediary`);
  await admin.end();
  const url = new URL(appConnectionString);
  url.pathname = `/${TEMPLATE}`;
  const database = openDatabase(url.toString(), { max: 1 });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}
