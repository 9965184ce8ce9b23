import { access } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { prepareDataDirectory } from "../../data_directory.ts";
import type { Logger } from "../../log.ts";
import { StartError } from "../../start_error.ts";
import { APP_DATABASE, APP_ROLE } from "./cluster.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { getLayout } from "./layout.ts";
import { lockDirectory } from "./lock.ts";

/** The longest time until a server that has just taken the lock has its PostgreSQL running. */
const TIMEOUT_MS = 10_000;

export type AttachedPostgres = { connectionString: string; detach(): Promise<void> };

/**
 * Connects a command to the database of a data directory, whether its server runs or not: through the running
 * server's socket, else by running PostgreSQL for the duration of the command.
 * @param options.make creates the database when there is none yet.
 * @param options.alone refuses while a server runs; none starts meanwhile.
 * @throws StartError when there is no database or the running server's doesn't answer.
 */
export async function attachToEmbedded({
  dataDir,
  log,
  make = false,
  alone = false,
}: {
  dataDir: string;
  log: Logger;
  make?: boolean;
  alone?: boolean;
}): Promise<AttachedPostgres> {
  const paths = getLayout(dataDir);
  const clusterExists = await access(join(paths.cluster, "PG_VERSION")).then(
    () => true,
    () => false,
  );
  if (!clusterExists && make) await prepareDataDirectory(dataDir);
  else if (!clusterExists)
    throw new StartError(`There is no database in ${dataDir} yet: start CareDiary once.`);
  let lock: Awaited<ReturnType<typeof lockDirectory>>;
  try {
    lock = await lockDirectory(dataDir);
  } catch (held) {
    if (!(held instanceof StartError) || alone) throw held;
    return { connectionString: await waitForSocket(paths.sockets, held), detach: async () => {} };
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    return {
      connectionString: postgres.connectionString,
      async detach() {
        await postgres.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function waitForSocket(sockets: string, held: StartError): Promise<string> {
  const connectionString = `postgresql://${APP_ROLE}@localhost:5432/${APP_DATABASE}?host=${encodeURIComponent(sockets)}`;
  for (const end = Date.now() + TIMEOUT_MS; ; await sleep(200)) {
    const client = new pg.Client({ connectionString });
    client.on("error", () => {});
    try {
      await client.connect();
      return connectionString;
    } catch {
      if (Date.now() > end) throw new StartError(`${held.message} Its database can't be reached from here.`);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
