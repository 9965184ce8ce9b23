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
import { errorCode, firstLine, StartError } from "../../start-error.ts";
import type { Binaries } from "./binaries.ts";
import type { layout } from "./layout.ts";
import type { PostgresUser } from "./system-user.ts";

const run = promisify(execFile);

/** The role that owns the cluster; used only by start, stop and tests. */
export const ADMIN_ROLE = "postgres";
/** The role and database that the program uses: an ordinary role, as with an external DATABASE_URL. */
export const APP_ROLE = "carediary";
export const APP_DATABASE = "carediary";

type Layout = ReturnType<typeof layout>;

/**
 * Creates the cluster when there is none yet. It is created beside its final place and then renamed, so that a start
 * that is killed half-way leaves nothing that a later start takes for a database.
 * @throws StartError when initdb fails, with its reason.
 */
export async function ensureCluster(binaries: Binaries, paths: Layout, user: PostgresUser): Promise<void> {
  const dataDir = dirname(paths.cluster);
  await ensureOwned(paths.logs, 0o750, user, dataDir);
  if (user.ids) await changeOwner(paths.logs, user.ids);
  await ensureOwned(paths.sockets, 0o700, user, dataDir);
  if (await exists(join(paths.cluster, "PG_VERSION"))) {
    await refuseOtherMajor(binaries, paths.cluster);
    return ensureOwnedCluster(paths.cluster, user);
  }
  if (await exists(paths.cluster)) {
    throw new StartError(
      `${paths.cluster} isn't a PostgreSQL directory (it has no PG_VERSION): move it away or set another DATA_DIR.`,
    );
  }
  await removeUnfinished(paths.unfinished);
  // A unique name: the initdb of a killed server may still be writing into the previous one.
  const unfinished = `${paths.unfinished}${process.pid}-${Date.now()}`;
  await ensureOwned(unfinished, 0o700, user, dataDir);
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
    await run(binaries.initdb, options, { ...user.ids, env: serverEnvironment(), cwd: unfinished });
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr ?? "").trim();
    const reason = output.split("\n").find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? firstLine(error);
    throw new StartError(`The database couldn't be created in ${paths.cluster}: ${reason}`);
  }
  await rename(unfinished, paths.cluster);
  const parent = await open(dirname(paths.cluster));
  await parent.sync().catch(() => {});
  await parent.close();
}

/**
 * PostgreSQL can't read the files of another major version, and would only call them incompatible.
 * @throws StartError with both versions and what to do; nothing was changed.
 */
async function refuseOtherMajor({ initdb }: Binaries, cluster: string): Promise<void> {
  const [found, { stdout }] = await Promise.all([
    readFile(join(cluster, "PG_VERSION"), "utf8"),
    run(initdb, ["--version"], { env: serverEnvironment() }),
  ]);
  const ours = /(\d+)\.?\d*\s*$/.exec(stdout)?.[1];
  if (found.trim() === ours) return;
  throw new StartError(
    `${cluster} was made by PostgreSQL ${found.trim()}, and this version of CareDiary has PostgreSQL ${ours}: make a ` +
      "backup with the version of CareDiary that it was made by, and restore it with this one into an empty DATA_DIR " +
      "(docs/operating/upgrade.md). Nothing was changed.",
  );
}

/**
 * Removes unfinished clusters. One that can't be removed now, because a process still writes there, is left to the
 * next start.
 */
async function removeUnfinished(prefix: string): Promise<void> {
  const directory = dirname(prefix);
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (path.startsWith(prefix)) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Writes the rules for who may connect: over the socket, the operating system's user of this program and that of
 * PostgreSQL. Written at each start, because these users may have changed.
 */
export async function writeAccessRules(
  paths: Layout,
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

/** The environment of PostgreSQL, without ours, which may hold secrets. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

/**
 * Restores owner and mode of a cluster that was copied back by `cp -r` or `tar`, which leave those of whoever ran
 * them; PostgreSQL requires its own.
 * @throws StartError with the command when only root may do that.
 */
async function ensureOwnedCluster(cluster: string, user: PostgresUser): Promise<void> {
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

/** Makes a directory that PostgreSQL's user owns; refuses one that somebody else owns. */
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
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const found = await lstat(directory);
  if (!found.isDirectory())
    throw new StartError(`${directory} should be a directory, but is something else.`);
  const mine = process.getuid?.();
  // Root takes over what was restored from another machine's backup in the data directory, but nothing in a shared
  // directory such as /tmp.
  const isRestored = mine === 0 && dirname(directory) === dataDir;
  if (mine !== undefined && found.uid !== owner && found.uid !== mine && !isRestored) {
    throw new StartError(
      `${directory} belongs to another user (id ${found.uid}): give it to "${user.name}".`,
    );
  }
  if (user.ids) await chown(directory, user.ids.uid, user.ids.gid);
  await chmod(directory, mode);
}

async function writeOwned(file: string, text: string, user: PostgresUser): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  if (user.ids) await chown(file, user.ids.uid, user.ids.gid);
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}
