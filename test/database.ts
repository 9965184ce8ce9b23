import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { installClock } from "./database_clock.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection strings of the run's PostgreSQL: for its administrator, and for the program's own role. */
    postgres: { admin: string; app: string };
    /** A directory for files that the tests of a run share; it is deleted after the run. */
    scratch: string;
  }
}

const TEMPLATE = "carediary_template";
/** PostgreSQL can copy a template only while nobody else uses it. */
const COPY_LOCK = 7_301_001;

/**
 * A new, migrated database for one test file (or one test), on the real PostgreSQL of this run. `drop()` closes its
 * connections and deletes it.
 * @param options.isEmpty for a database without migrations
 * @param options.hasClock for a database whose time the test sets, with `setDatabaseTime`
 */
export async function createTestDatabase({
  isEmpty = false,
  hasClock = false,
} = {}): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const { admin, app } = inject("postgres");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await withAdmin(admin, async (client) => {
    await client.query("select pg_advisory_lock($1)", [COPY_LOCK]);
    // Ten times faster than through the write-ahead log, because this server doesn't wait for the disk.
    const template = isEmpty ? "" : `template ${TEMPLATE} strategy file_copy`;
    await client.query(`create database ${name} ${template} owner carediary`);
  });
  const url = new URL(app);
  url.pathname = `/${name}`;
  if (hasClock) await installClock(url.toString());
  return {
    connectionString: url.toString(),
    drop: () =>
      withAdmin(admin, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

async function withAdmin(
  connectionString: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
