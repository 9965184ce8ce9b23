import type { Config } from "../config.ts";
import { prepareDataDirectory } from "../data_directory.ts";
import type { Logger } from "../log.ts";
import { carryOver } from "./embedded/carry_over.ts";
import { startEmbeddedPostgres } from "./embedded/embedded.ts";
import { lockDirectory } from "./embedded/lock.ts";
import type { Settings } from "./embedded/settings.ts";
import { assertDatabaseUsable } from "./reachable.ts";
import { refuseOtherDatabase } from "./used_database.ts";

/** Prepares the data directory; for the embedded PostgreSQL it belongs to this process until `starting` is disposed. */
export async function claimDirectory(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  starting: AsyncDisposableStack,
): Promise<void> {
  await prepareDataDirectory(dataDir);
  await refuseOtherDatabase({ dataDir, databaseUrl });
  if (databaseUrl) return;
  const lock = await lockDirectory(dataDir);
  starting.defer(() => lock.release());
}

/**
 * Starts PostgreSQL in the claimed data directory, after carrying over the data of a former major version, or checks
 * the database of DATABASE_URL. Returns its address.
 * @param options.onFailure called when PostgreSQL is lost for good
 * @param options.settings of the embedded PostgreSQL
 */
export async function startDatabase(
  config: Pick<Config, "dataDir" | "databaseUrl" | "formerPostgresBin">,
  options: {
    log: Logger;
    onFailure?: (reason: Error) => void;
    settings?: Settings;
    starting: AsyncDisposableStack;
  },
): Promise<string> {
  if (config.databaseUrl) {
    await assertDatabaseUsable(config.databaseUrl);
    return config.databaseUrl;
  }
  const { log, onFailure, settings, starting } = options;
  await carryOver({ dataDir: config.dataDir, log, formerPrograms: config.formerPostgresBin });
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    settings,
    onGiveUp: onFailure,
  });
  starting.defer(() => postgres.stop());
  return postgres.connectionString;
}
