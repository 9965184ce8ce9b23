import type { Config } from "../config.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { attachToEmbedded } from "../db/embedded/attach.ts";
import { migrate } from "../db/migrate.ts";
import { assertReachable } from "../db/reachable.ts";
import type { Logger } from "../log.ts";

/**
 * Lets a command work on the configured database: DATABASE_URL or the embedded one, whether a server runs on it
 * or not, and ends what was started for it. With `make` an embedded database is made when there is none.
 * @throws StartError with one line when there is none.
 */
export async function withDatabase<Result>(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  log: Logger,
  work: (database: Database) => Promise<Result>,
  { make = false }: { make?: boolean } = {},
): Promise<Result> {
  await using parts = new AsyncDisposableStack();
  let connectionString = config.databaseUrl;
  if (connectionString) await assertReachable(connectionString);
  else {
    const attached = await attachToEmbedded({ dataDir: config.dataDir, log, make });
    parts.defer(() => attached.detach());
    connectionString = attached.connectionString;
  }
  const database = openDatabase(connectionString, { max: 2 });
  parts.defer(() => database.close());
  await migrate(database);
  return await work(database);
}
