import { execFile } from "node:child_process";
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { getErrorCode, getFirstLine, StartError } from "../../start_error.ts";
import { type Binaries, readMajor } from "./binaries.ts";
import type { getLayout } from "./layout.ts";
import type { PostgresUser } from "./system_user.ts";

const run = promisify(execFile);

/** The role that owns the cluster; used only by start, stop and tests. */
export const ADMIN_ROLE = "postgres";
/** The role and database that the program uses: an ordinary role, as with an external DATABASE_URL. */
export const APP_ROLE = "carediary";
export const APP_DATABASE = "carediary";

type Layout = ReturnType<typeof getLayout>;

/**
 * Creates the cluster when there is none yet. It is created next to its final place and then renamed, so that a start
 * that is killed half-way leaves nothing that a later start takes for a database.
 * @throws StartError when initdb fails, with its reason, and for a cluster of another major version
 */
export async function ensureCluster(binaries: Binaries, paths: Layout, user: PostgresUser): Promise<void> {
  await prepareDirectories(paths, user);
  const found = await readClusterMajor(paths.cluster);
  if (found !== null) {
    const ours = await readMajor(binaries.initdb);
    if (found !== ours) throw new StartError(describeOtherMajor(paths.cluster, found, ours));
    return ensureOwnedCluster(paths.cluster, user);
  }
  if (await doesExist(paths.cluster)) {
    throw new StartError(
      `${paths.cluster} isn't a PostgreSQL directory (it has no PG_VERSION): move it away or set another DATA_DIR.`,
    );
  }
  if (await doesExist(paths.next)) {
    throw new StartError(
      `The database of ${dirname(paths.cluster)} is being carried over to another version: start CareDiary, which ends that.`,
    );
  }
  await removeUnfinished(paths.unfinished);
  await rename(await makeCluster(binaries, paths, user), paths.cluster);
  await flushDirectory(dirname(paths.cluster));
}

/** Makes the directories of logs and sockets, which are there before any cluster. */
export async function prepareDirectories(paths: Layout, user: PostgresUser): Promise<void> {
  const dataDir = dirname(paths.cluster);
  await ensureOwned(paths.logs, 0o750, user, dataDir);
  if (user.ids) await changeOwner(paths.logs, user.ids);
  await ensureOwned(paths.sockets, 0o700, user, dataDir);
}

/** Makes an empty cluster under a name of its own, and returns its path. @throws StartError with initdb's reason */
export async function makeCluster(binaries: Binaries, paths: Layout, user: PostgresUser): Promise<string> {
  // A unique name: the initdb of a killed server may still be writing into the previous one.
  const unfinished = `${paths.unfinished}${process.pid}-${Date.now()}`;
  await ensureOwned(unfinished, 0o700, user, dirname(paths.cluster));
  const options = [
    `--pgdata=${unfinished}`,
    `--username=${ADMIN_ROLE}`,
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--auth=peer",
    "--data-checksums",
  ];
  try {
    await run(binaries.initdb, options, { ...user.ids, env: getServerEnvironment(), cwd: unfinished });
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr ?? "").trim();
    const reason =
      output.split("\n").find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? getFirstLine(error);
    throw new StartError(`The database couldn't be created in ${paths.cluster}: ${reason}`);
  }
  return unfinished;
}

/** The major version that a cluster is of; null when there is none. */
export async function readClusterMajor(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, "PG_VERSION"), "utf8").catch((error) => {
    if (getErrorCode(error) === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : Number(text.trim());
}

/** The error for a cluster of another major version, which PostgreSQL would only call incompatible, with the remedy. */
export function describeOtherMajor(cluster: string, found: number, ours: number): string {
  const both = `${cluster} is of PostgreSQL ${found}, and this version of CareDiary has PostgreSQL ${ours}`;
  if (found > ours) {
    return `${both}, which can't go back: start the newer version of CareDiary that the data is of. Nothing was changed.`;
  }
  return (
    `${both}: its start carries the data over when the programs of PostgreSQL ${found} are there. Install them (Debian: ` +
    `postgresql-${found}), or set FORMER_POSTGRES_BIN to their directory (docs/operating/upgrade.md), and start. Nothing ` +
    "was changed."
  );
}

/** Flushes a directory, so that names in it survive a crash. */
export async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync().catch(() => {});
  await handle.close();
}

/** Clusters that are being made, or were when their server was killed. */
export async function readUnfinishedClusters(prefix: string): Promise<string[]> {
  const directory = dirname(prefix);
  return (await readdir(directory))
    .map((name) => join(directory, name))
    .filter((path) => path.startsWith(prefix));
}

/**
 * Removes unfinished clusters. A cluster that can't be removed now, because a process still writes there, is left to
 * the next start.
 */
export async function removeUnfinished(prefix: string): Promise<void> {
  for (const path of await readUnfinishedClusters(prefix))
    await rm(path, { recursive: true, force: true }).catch(() => {});
}

/**
 * Writes the rules for who may connect: over the socket, the operating system's user of this program and that of
 * PostgreSQL. Written at each start, because these users may have changed.
 */
export async function writeAccessRules(
  paths: Pick<Layout, "cluster">,
  user: PostgresUser,
): Promise<{ hba: string; ident: string }> {
  const hba = join(paths.cluster, "carediary_hba.conf");
  const ident = join(paths.cluster, "carediary_ident.conf");
  const people = new Set([user.name, userInfo().username]);
  const lines = [...people].flatMap((name) =>
    [ADMIN_ROLE, APP_ROLE].map((role) => `carediary "${name}" ${role}`),
  );
  await writeOwned(hba, "local all all peer map=carediary\n", user);
  await writeOwned(ident, `${lines.join("\n")}\n`, user);
  return { hba, ident };
}

/** Variables that give a program another clock (libfaketime): PostgreSQL's is then the server's. */
const CLOCK_VARIABLES = /^(?:LD_PRELOAD|FAKETIME(?:_\w+)?)$/;

/** The environment of PostgreSQL, without ours, which may hold secrets. */
export function getServerEnvironment(): NodeJS.ProcessEnv {
  const clock = Object.entries(process.env).filter(([name]) => CLOCK_VARIABLES.test(name));
  return { ...Object.fromEntries(clock), PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

/**
 * Restores owner and mode of a cluster that was copied back by `cp -r` or `tar`, which give it to the user who ran
 * them; PostgreSQL requires its own.
 * @throws StartError with the command when only root may do that.
 */
export async function ensureOwnedCluster(cluster: string, user: PostgresUser): Promise<void> {
  const owner = user.ids?.uid ?? process.getuid?.();
  if (owner === undefined) return;
  const names = await readdir(cluster).catch(() => []);
  const found = await Promise.all(
    [cluster, ...names.map((name) => join(cluster, name))].map((path) => lstat(path)),
  );
  if (found.some(({ uid }) => uid !== owner)) {
    if (!user.ids) {
      throw new StartError(
        `${cluster} belongs to another user (id ${found.find(({ uid }) => uid !== owner)!.uid}), perhaps since it was ` +
          `brought back from a backup: give it to this one with "sudo chown -R ${user.name} ${cluster}".`,
      );
    }
    await changeOwner(cluster, user.ids);
  }
  // Only the owner may enter; 0750 is the other mode that PostgreSQL accepts.
  if (![0o700, 0o750].includes(found[0]!.mode & 0o777)) await chmod(cluster, 0o700);
}

/** Changes the owner of a directory and everything in it; the targets of links keep theirs. */
async function changeOwner(directory: string, ids: { uid: number; gid: number }): Promise<void> {
  const inside = await readdir(directory, { recursive: true });
  for (const path of [directory, ...inside.map((name) => join(directory, name))]) {
    await lchown(path, ids.uid, ids.gid);
  }
}

/** Makes a directory that PostgreSQL's user owns; refuses a directory of another owner. */
async function ensureOwned(
  directory: string,
  mode: number,
  user: PostgresUser,
  dataDir: string,
): Promise<void> {
  const owner = user.ids?.uid ?? process.getuid?.();
  try {
    await mkdir(directory, { mode });
  } catch (error) {
    if (getErrorCode(error) !== "EEXIST") throw error;
  }
  const found = await lstat(directory);
  if (!found.isDirectory())
    throw new StartError(`${directory} should be a directory, but is something else.`);
  const mine = process.getuid?.();
  // Root takes over files in the data directory that were restored from another machine's backup, but nothing in a
  // shared directory such as /tmp.
  const isRestored = mine === 0 && dirname(directory) === dataDir;
  if (mine !== undefined && found.uid !== owner && found.uid !== mine && !isRestored) {
    throw new StartError(
      `${directory} belongs to another user (id ${found.uid}): give it to "${user.name}".`,
    );
  }
  if (user.ids) await chown(directory, user.ids.uid, user.ids.gid);
  await chmod(directory, mode);
}

export async function writeOwned(file: string, text: string, user: PostgresUser): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flush: true });
  if (user.ids) await chown(file, user.ids.uid, user.ids.gid);
}

export async function doesExist(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}
