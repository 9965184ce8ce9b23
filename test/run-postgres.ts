import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Database, openDatabase } from "../server/db/database.ts";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { createLog } from "../server/log.ts";

const TEMPLATE = "carediary_template";
/** PostgreSQL can copy a template only while nobody else uses it. */
const COPY_LOCK = 7_301_001;

/** Connection strings of a run's PostgreSQL: for its administrator, and for the program's own role. */
export type RunPostgres = { admin: string; app: string };

/**
 * Starts one PostgreSQL for a run of tests, with a migrated template that its databases are copied from. It doesn't wait
 * for the disk; everything else is as in production.
 * @param prepare what the template has besides the migrations
 */
export async function startRunPostgres(
  prepare: (template: Database) => Promise<unknown> = async () => {},
): Promise<RunPostgres & { directory: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "carediary-test-"));
  // PostgreSQL's own user must be able to enter when the tests run as root.
  await chmod(directory, 0o711);
  const dataDir = join(directory, "data");
  await mkdir(dataDir, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog("warn"),
    settings: {
      ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
      // Its workers come at times of their own, and change plans and the order of rows.
      autovacuum: "off",
      // What a transaction makes anew, such as all that a migration makes, isn't written to the log as well.
      ...{ wal_level: "minimal", max_wal_senders: "0", wal_skip_threshold: "0", wal_compression: "off" },
    },
  });
  const stop = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const run = { admin: postgres.adminConnectionString, app: postgres.connectionString };
  try {
    await withAdmin(run, `create database ${TEMPLATE} owner carediary`);
    const template = openDatabase(addressOf(run, TEMPLATE), { max: 1 });
    try {
      await migrate(template);
      await prepare(template);
    } finally {
      await template.close();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...run, directory, stop };
}

/** Creates a database in a run's PostgreSQL, a copy of the template unless it is to be empty. `drop` closes its connections. */
export async function createRunDatabase(
  run: RunPostgres,
  { isEmpty = false } = {},
): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Ten times faster than through the write-ahead log, because this server doesn't wait for the disk.
  const template = isEmpty ? "" : `template ${TEMPLATE} strategy file_copy`;
  await withAdmin(
    run,
    `select pg_advisory_lock(${COPY_LOCK})`,
    `create database ${name} ${template} owner carediary`,
  );
  return {
    connectionString: addressOf(run, name),
    drop: () => withAdmin(run, `drop database if exists ${name} with (force)`),
  };
}

function addressOf({ app }: RunPostgres, database: string): string {
  const url = new URL(app);
  url.pathname = `/${database}`;
  return url.toString();
}

async function withAdmin({ admin }: RunPostgres, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
