import type { Config } from "../config.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { attachToEmbedded } from "../db/embedded/attach.ts";
import { hasPendingMigrations, migrate } from "../db/migrate.ts";
import { assertDatabaseUsable } from "../db/reachable.ts";
import type { Logger } from "../log.ts";
import { StartError } from "../start_error.ts";

/**
 * Runs a command on the configured database: DATABASE_URL or the embedded one, with or without a running server, and
 * stops everything started for it. With `make` a missing embedded database is created; with `changesNothing` the
 * database keeps its schema.
 * @throws StartError with one line when there is none.
 */
export async function withDatabase<Result>(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  log: Logger,
  work: (database: Database) => Promise<Result>,
  { make = false, changesNothing = false }: { make?: boolean; changesNothing?: boolean } = {},
): Promise<Result> {
  await using parts = new AsyncDisposableStack();
  let connectionString = config.databaseUrl;
  if (connectionString) await assertDatabaseUsable(connectionString);
  else {
    const attached = await attachToEmbedded({ dataDir: config.dataDir, log, make });
    parts.defer(() => attached.detach());
    connectionString = attached.connectionString;
  }
  const database = openDatabase(connectionString, { max: 2, answerWithinMs: 0 });
  parts.defer(() => database.close());
  if (changesNothing) return await work(database);
  if ((await hasPendingMigrations(database)) && (await hasRunningServer(database))) {
    throw new StartError(
      "A server of an older version runs on this database, which this command would change under it: run the command of " +
        "that version, or stop the server, start this version, and try again.",
    );
  }
  await migrate(database);
  return await work(database);
}

/** Whether servers are using the database: each one listens for commits and polls for jobs. */
export async function hasRunningServer({ pool }: Pick<Database, "pool">): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and application_name in ('carediary hints', 'carediary jobs') limit 1`,
  );
  return rows.length > 0;
}
