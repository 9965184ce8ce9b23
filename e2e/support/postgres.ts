import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { rooms } from "../../registry/rooms.ts";
import { openDatabase } from "../../server/db/database.ts";
import { startEmbeddedPostgres } from "../../server/db/embedded/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createLog } from "../../server/log.ts";

const TEMPLATE = "carediary_template";
/** PostgreSQL can copy a template only while nobody else uses it. */
const COPY_LOCK = 7_301_001;
/** The variables by which workers know the run's PostgreSQL. */
const [ADMIN, APP] = ["E2E_POSTGRES_ADMIN", "E2E_POSTGRES_APP"];

/**
 * Starts one PostgreSQL for all workers of a run, with a template that each server's database is copied from. It doesn't
 * wait for the disk; everything else is as in production.
 */
export async function startSharedPostgres(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "carediary-browsers-"));
  // PostgreSQL's own user must be able to enter when the tests run as root.
  await chmod(directory, 0o711);
  const dataDir = join(directory, "data");
  await mkdir(dataDir, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog("warn"),
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  const stop = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await createTemplate(postgres.adminConnectionString, postgres.connectionString);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[ADMIN] = postgres.adminConnectionString;
  process.env[APP] = postgres.connectionString;
  return stop;
}

/** A database of a server's own in the run's PostgreSQL; null outside of a run, where the server starts its own. */
export async function createDatabase(): Promise<{ connectionString: string; drop(): Promise<void> } | null> {
  const { [ADMIN]: admin, [APP]: app } = process.env;
  if (!admin || !app) return null;
  const name = `browser_${randomBytes(8).toString("hex")}`;
  await withAdmin(admin, async (client) => {
    await client.query("select pg_advisory_lock($1)", [COPY_LOCK]);
    // Ten times faster than through the write-ahead log, because this server doesn't wait for the disk.
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy owner carediary`);
  });
  return {
    connectionString: addressOf(app, name),
    drop: () => withAdmin(admin, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

async function createTemplate(admin: string, app: string): Promise<void> {
  await withAdmin(admin, (client) => client.query(`create database ${TEMPLATE} owner carediary`));
  const connectionString = addressOf(app, TEMPLATE);
  const database = openDatabase(connectionString, { max: 1 });
  try {
    await migrate(database);
    for (const room of rooms) await room.prepare?.(database);
  } finally {
    await database.close();
  }
  await runMigrations({ connectionString });
}

function addressOf(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.toString();
}

async function withAdmin(
  connectionString: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
