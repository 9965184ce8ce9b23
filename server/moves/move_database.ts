import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { copyRows, haveSameRows } from "../backup/copy_rows.ts";
import type { Ending } from "../backup/format.ts";
import { readState } from "../backup/tables.ts";
import type { Config } from "../config.ts";
import { openDatabase } from "../db/database.ts";
import { attachToEmbedded } from "../db/embedded/attach.ts";
import { getLayout } from "../db/embedded/layout.ts";
import { migrate } from "../db/migrate.ts";
import { describeMove, endMove, markMoved, readMovedMark, unmarkMoved } from "../db/moved.ts";
import { assertDatabaseUsable } from "../db/reachable.ts";
import { forgetDatabase } from "../db/used_database.ts";
import type { Logger } from "../log.ts";
import { StartError } from "../start_error.ts";

/** A database to move to: the embedded one, or an address and where it comes from, for messages. */
export type DatabasePlace = "embedded" | { url: string; setting: string };

/** `destination`: the new place in words, without a password. `ending` is null when all was there already. */
export type MovedDatabase = { destination: string; ending: Ending | null };

/**
 * Moves the database of the present settings to another, empty one: copies all rows and compares them. No server may
 * run on it; none starts on it any more, and its role can't write into it, until {@link undoMove}. An interrupted move
 * begins anew when it is run again, or, when only its end was missing, compares all and ends.
 * @param options.onBytes receives the number of copied bytes
 * @throws StartError with one line
 */
export async function moveDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  to: DatabasePlace,
  { log, onBytes }: { log: Logger; onBytes?: (count: number) => void },
): Promise<MovedDatabase> {
  if ((to === "embedded" && !config.databaseUrl) || (to !== "embedded" && to.url === config.databaseUrl))
    throw new StartError("The database is there already.");
  await using parts = new AsyncDisposableStack();
  const from = await openSource(config, log, parts);
  const guard = await connect(from, parts);
  const mark = await readMovedMark(guard);
  if (mark?.hasEnded) throw new StartError(describeMove(mark));
  await refuseServers(guard);
  const target = await openTarget(config, to, log, parts);
  const destination = to === "embedded" ? `the embedded database in ${config.dataDir}` : inWords(to.url);
  const state = await readState(await connect(target, parts));
  if (state === "in use" && !(mark && (await haveSameRows(from, target)))) {
    throw new StartError(
      to === "embedded"
        ? `There is a database in ${config.dataDir} already: move ${getLayout(config.dataDir).cluster} away first.`
        : `There are tables in ${destination} already: name an empty database.`,
    );
  }
  if (!mark) await bringToThisVersion(from);
  await markMoved(guard, destination);
  try {
    await refuseServers(guard);
  } catch (error) {
    if (!mark) await unmarkMoved(guard);
    throw error;
  }
  let ending: Ending | null = null;
  if (state !== "in use") {
    await mkdir(config.dataDir, { recursive: true });
    ({ ending } = await copyRows({ from, to: target, workDirectory: config.dataDir, onBytes }));
  }
  await endMove(guard);
  if (to === "embedded") await forgetDatabase(config.dataDir);
  return { destination, ending };
}

/**
 * Makes the database of the present settings usable again after a move, without later writes to the other one.
 * @throws StartError when it wasn't moved
 */
export async function undoMove(config: Pick<Config, "databaseUrl" | "dataDir">, log: Logger): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const client = await connect(await openSource(config, log, parts), parts);
  if (!(await readMovedMark(client))) throw new StartError("This database wasn't moved.");
  await unmarkMoved(client);
  if (!config.databaseUrl) await forgetDatabase(config.dataDir);
}

async function openSource(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<string> {
  if (databaseUrl) {
    await assertDatabaseUsable(databaseUrl);
    return databaseUrl;
  }
  const attached = await attachToEmbedded({ dataDir, log, alone: true });
  parts.defer(() => attached.detach());
  return attached.connectionString;
}

async function openTarget(
  { dataDir }: Pick<Config, "dataDir">,
  to: DatabasePlace,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<string> {
  if (to !== "embedded") {
    await assertDatabaseUsable(to.url, to.setting);
    return to.url;
  }
  const attached = await attachToEmbedded({ dataDir, log, make: true, alone: true });
  parts.defer(() => attached.detach());
  return attached.connectionString;
}

async function connect(connectionString: string, parts: AsyncDisposableStack): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: "carediary move", keepAlive: true });
  // A connection that breaks is noticed by the next query.
  client.on("error", () => {});
  await client.connect();
  parts.defer(() => client.end());
  return client;
}

/** A connection that was closed just now is still listed for a moment. */
const CLOSING_MS = 1_000;

/** Every connection under our name writes or may begin to: a node of any machine, a planned backup, a command. */
async function refuseServers(client: pg.Client): Promise<void> {
  for (const end = Date.now() + CLOSING_MS; ; await sleep(100)) {
    const { rows } = await client.query<{ address: string }>(
      `select distinct coalesce(host(client_addr), 'this machine') as address from pg_stat_activity
        where datname = current_database() and application_name like 'carediary%' and application_name <> 'carediary move'
        order by 1`,
    );
    if (rows.length === 0) return;
    if (Date.now() < end) continue;
    const places = rows.map(({ address }) => address).join(", ");
    throw new StartError(
      `A server or command still uses this database, from ${places}: stop all nodes first.`,
    );
  }
}

async function bringToThisVersion(connectionString: string): Promise<void> {
  const database = openDatabase(connectionString, { max: 1, answerWithinMs: 0 });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

/** An address as it may be printed: without user, password and options. */
function inWords(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? `${hostname || "localhost"}${port ? `:${port}` : ""}`;
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`;
}
