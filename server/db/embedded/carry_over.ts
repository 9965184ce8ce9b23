import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, rename, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { copyRows } from "../../backup/copy_rows.ts";
import { readState } from "../../backup/tables.ts";
import { withStartNotice } from "../../http/starting.ts";
import type { Logger } from "../../log.ts";
import { formatOperatorCommand } from "../../operator/command_line.ts";
import { StartError } from "../../start_error.ts";
import { openDatabase } from "../database.ts";
import { refuseUnfinishedRestore } from "../migrate.ts";
import { refuseMoved } from "../moved.ts";
import { type Binaries, findBinaries, getInstallation, readMajor } from "./binaries.ts";
import {
  ADMIN_ROLE,
  APP_DATABASE,
  APP_ROLE,
  doesExist,
  ensureOwnedCluster,
  flushDirectory,
  getServerEnvironment,
  makeCluster,
  prepareDirectories,
  readClusterMajor,
  readUnfinishedClusters,
  removeUnfinished,
  writeAccessRules,
  writeOwned,
} from "./cluster.ts";
import { ensureDatabase, getSocketUrl } from "./embedded.ts";
import { findFormerBinaries, getProgramsDirectory } from "./former_binaries.ts";
import { readSize } from "./former_cluster.ts";
import { getLayout } from "./layout.ts";
import { endOrphan, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { getServerSettings } from "./settings.ts";
import { assertCanEnter, findPostgresUser, type PostgresUser } from "./system_user.ts";

/** Names of sockets while data is carried over, so that nothing else connects: everything else knows only the usual one. */
const FORMER_PORT = "5430";
const NEW_PORT = "5431";

/** In a whole new cluster: which one it was made of. */
const NOTE = "carediary_carried_over.json";
type Note = { from: number; control: string };

/** The size of a new cluster besides the data: templates and the write-ahead log. */
const EXTRA_BYTES = 128 * 1024 * 1024;
const MOST_LOG_BYTES = 1024 ** 3;
const PROGRESS_MS = 10_000;

type Layout = ReturnType<typeof getLayout>;

/**
 * Carries the cluster of a former major version over to this version's, when there is one and its programs are there;
 * before PostgreSQL is started, in a data directory that the caller has locked. The steps, each of which a crash may
 * follow:
 *
 * 1. A new cluster is made as `postgres.unfinished-…`, all rows are copied and compared, and it is stopped and flushed.
 * 2. It gets a note of its source, and is renamed to `postgres.next`. Until here a later start begins anew.
 * 3. `postgres` is renamed to `postgres-15`, then `postgres.next` to `postgres`. A later start goes on here, unless the
 *    former cluster was used since.
 *
 * @param options.formerPrograms the setting FORMER_POSTGRES_BIN
 * @throws StartError with the remedy in one line; the former cluster is unchanged
 */
export async function carryOver({
  dataDir,
  log,
  formerPrograms,
}: {
  dataDir: string;
  log: Logger;
  formerPrograms: string | null;
}): Promise<void> {
  const paths = getLayout(dataDir);
  const found = await readClusterMajor(paths.cluster);
  const hasNext = await doesExist(paths.next);
  if (hasNext && (await replace(paths, log))) return;
  if (found === null) return;
  const binaries = await findBinaries();
  const ours = await readMajor(binaries.initdb);
  if (found >= ours) return;
  // Without them, the start reports the missing programs.
  const former = await findFormerBinaries(found, formerPrograms);
  if (!former) return;
  if (await doesExist(paths.former(found))) {
    throw new StartError(
      `${paths.cluster} has to be carried over to PostgreSQL ${ours}, and would then be kept as ${paths.former(found)}, ` +
        "which is there already: move that away. Nothing was changed.",
    );
  }
  const user = await findPostgresUser();
  await assertCanEnter(user, dataDir, "The data directory");
  await assertCanEnter(user, getInstallation(binaries), "PostgreSQL's directory");
  await assertCanEnter(user, getProgramsDirectory(former), "PostgreSQL's directory");
  await prepareDirectories(paths, user);
  await ensureOwnedCluster(paths.cluster, user);
  for (const cluster of [paths.cluster, ...(await readUnfinishedClusters(paths.unfinished))])
    await endOrphan({ cluster, sockets: paths.sockets }, log);
  await removeUnfinished(paths.unfinished);
  const bytes = await assertEnoughRoom(paths);

  const begin = Date.now();
  log.info(
    { from: found, to: ours, megabytes: Math.round(bytes / 1024 ** 2) },
    "carrying the database over to another major version of PostgreSQL; nobody can use it meanwhile",
  );
  const rows = await withStartNotice(
    "The server carries its data over to another version of its database",
    () => makeNext({ paths, user, binaries, former, found, log }),
  );
  await replace(paths, log);
  log.info(
    { seconds: Math.round((Date.now() - begin) / 1000), rows, kept: paths.former(found) },
    "the database was carried over, and all rows were compared; the former one is kept until " +
      `\`${formatOperatorCommand("remove-former-database")}\``,
  );
}

/** Steps 1 and 2. Returns how many rows there are. */
async function makeNext({
  paths,
  user,
  binaries,
  former,
  found,
  log,
}: {
  paths: Layout;
  user: PostgresUser;
  binaries: Binaries;
  former: Binaries;
  found: number;
  log: Logger;
}): Promise<number> {
  const step = (words: string) => log.debug(`carrying over: ${words}`);
  const fresh = await makeCluster(binaries, paths, user);
  step("a new cluster is made");
  let rows = 0;
  try {
    await using running = new AsyncDisposableStack();
    const start = async (cluster: string, programs: Binaries, port: string) => {
      const rules = await writeAccessRules({ cluster }, user);
      await rm(join(paths.sockets, `.s.PGSQL.${port}.lock`), { force: true });
      const settings = {
        ...getServerSettings({ ...paths, ...rules }),
        port,
        ...(programs === former ? { default_transaction_read_only: "on", autovacuum: "off" } : {}),
      };
      const startLog = programs === former ? paths.formerStartLog : paths.startLog;
      const child = await startPostmaster({ binaries: programs, user, cluster, startLog, settings, log });
      running.defer(() => stopPostmaster(child.pid!, cluster));
      const url = (role: string, database: string) => getSocketUrl(paths.sockets, port, role, database);
      return { admin: url(ADMIN_ROLE, "postgres"), app: url(APP_ROLE, APP_DATABASE) };
    };
    const from = await start(paths.cluster, former, FORMER_PORT);
    step("the former cluster runs");
    const to = await start(fresh, binaries, NEW_PORT);
    step("the new cluster runs");
    await ensureDatabase(to.admin);
    if (await hasRows(from, log)) rows = await copy(from.app, to.app, dirname(paths.cluster), log);
    step("all rows are copied and compared");
    // So that the stop is quick.
    await withClient(to.admin, (client) => client.query("checkpoint"));
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
  await promisify(execFile)(binaries.initdb, ["--sync-only", `--pgdata=${fresh}`], {
    ...user.ids,
    env: getServerEnvironment(),
    cwd: fresh,
  });
  step("both are stopped, and the new one is flushed");
  const note: Note = { from: found, control: await readControl(paths.cluster) };
  await writeOwned(join(fresh, NOTE), JSON.stringify(note), user);
  await flushDirectory(fresh);
  await rename(fresh, paths.next);
  await flushDirectory(dirname(paths.cluster));
  step("the new cluster is whole");
  return rows;
}

/**
 * Step 3: the new cluster takes the place of the former one.
 * @returns false when the former one was used since the new one was made, which is then removed
 */
async function replace(paths: Layout, log: Logger): Promise<boolean> {
  const { from, control } = JSON.parse(await readFile(join(paths.next, NOTE), "utf8")) as Note;
  const former = paths.former(from);
  if ((await readClusterMajor(paths.cluster)) !== null) {
    if ((await readControl(paths.cluster)) !== control) {
      if (await doesExist(former)) {
        throw new StartError(
          `${paths.cluster} isn't the database that was being carried over, which is ${former} and, in the new version, ` +
            `${paths.next}: move ${paths.cluster} away, and start again.`,
        );
      }
      log.warn("the database was used since it was carried over to another version: that begins anew");
      await rm(paths.next, { recursive: true, force: true });
      return false;
    }
    await rename(paths.cluster, former);
    await flushDirectory(dirname(paths.cluster));
    log.debug("carrying over: the former cluster has its new name");
  }
  await rename(paths.next, paths.cluster);
  await flushDirectory(dirname(paths.cluster));
  log.debug("carrying over: the new cluster is in its place");
  return true;
}

/** A sum of the file that PostgreSQL changes at each start and stop. */
const readControl = async (cluster: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(join(cluster, "global", "pg_control")))
    .digest("hex");

/** Whether there is something to copy: a first start may have been killed before it made any table. */
async function hasRows(from: { admin: string; app: string }, log: Logger): Promise<boolean> {
  const databases = await withClient(from.admin, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select datname::text as name from pg_database where not datistemplate and datname <> 'postgres'",
    );
    return rows.map(({ name }) => name);
  });
  const others = databases.filter((name) => name !== APP_DATABASE);
  if (others.length > 0)
    log.warn({ databases: others }, "databases that aren't CareDiary's stay in the former cluster");
  if (!databases.includes(APP_DATABASE)) return false;
  if ((await withClient(from.app, readState)) === "empty") return false;
  const database = openDatabase(from.app, { max: 1 });
  try {
    await refuseUnfinishedRestore(database.db);
    await refuseMoved(database.db);
  } finally {
    await database.close();
  }
  return true;
}

async function copy(from: string, to: string, workDirectory: string, log: Logger): Promise<number> {
  let bytes = 0;
  const timer = setInterval(
    () => log.info({ megabytes: Math.round(bytes / 1024 ** 2) }, "the database is being carried over"),
    PROGRESS_MS,
  );
  try {
    const { ending } = await copyRows({ from, to, workDirectory, onBytes: (count) => (bytes += count) });
    return Object.values(ending.tables).reduce((sum, table) => sum + table.rows, 0);
  } finally {
    clearInterval(timer);
  }
}

/** @returns the size of the cluster in bytes */
async function assertEnoughRoom({ cluster }: Layout): Promise<number> {
  const bytes = await readSize(cluster);
  const { bavail, bsize } = await statfs(cluster);
  const needed = bytes + Math.min(bytes, MOST_LOG_BYTES) + EXTRA_BYTES;
  if (bavail * bsize >= needed) return bytes;
  const gigabytes = (count: number) => (count / 1024 ** 3).toFixed(1);
  throw new StartError(
    `${cluster} has to be carried over to another version of PostgreSQL, which needs ${gigabytes(needed)} GB beside it, and ` +
      `there are ${gigabytes(bavail * bsize)} GB: make room. Nothing was changed.`,
  );
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, application_name: "carediary carry-over" });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
