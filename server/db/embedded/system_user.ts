import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { getFirstLine, StartError } from "../../start_error.ts";

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; then it runs as this user, which has no other purpose. */
const SYSTEM_USER = "carediary";

export type PostgresUser = {
  /** Name as the operating system knows it, for PostgreSQL's peer authentication. */
  name: string;
  /** Null when PostgreSQL runs as the user who runs this program. */
  ids: { uid: number; gid: number } | null;
};

/**
 * The user that PostgreSQL runs as: our own, or when we are root a separate system user, created when missing.
 * @throws StartError when we are root and the user can't be created.
 */
export async function findPostgresUser(): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { name: userInfo().username, ids: null };
  const found = await readIds(SYSTEM_USER);
  if (found) return { name: SYSTEM_USER, ids: found };
  try {
    await run("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      SYSTEM_USER,
    ]);
  } catch (error) {
    // Another server that starts at the same moment may have made it.
    const made = await readIds(SYSTEM_USER);
    if (made) return { name: SYSTEM_USER, ids: made };
    throw new StartError(
      `PostgreSQL can't run as root and the system user "${SYSTEM_USER}" couldn't be created (${getFirstLine(error)}): ` +
        "start CareDiary as an ordinary user or set DATABASE_URL.",
    );
  }
  return { name: SYSTEM_USER, ids: await readIds(SYSTEM_USER) };
}

/**
 * Makes sure that PostgreSQL's user can enter a directory, by trying it as that user.
 * @throws StartError that names the first directory on the path that this user can't enter.
 */
export async function assertCanEnter(user: PostgresUser, directory: string, what: string): Promise<void> {
  if (!user.ids || (await canEnter(user.ids, directory))) return;
  const steps: string[] = [];
  for (let step = resolve(directory); ; step = dirname(step)) {
    steps.unshift(step);
    if (step === dirname(step)) break;
  }
  for (const step of steps) {
    if (await canEnter(user.ids, step)) continue;
    throw new StartError(
      `${what} ${directory} can't be entered by the system user "${user.name}" that PostgreSQL runs as ` +
        `(${step} is closed to it): move it, allow entry with "chmod o+x ${step}", or don't start as root.`,
    );
  }
}

async function canEnter(ids: { uid: number; gid: number }, directory: string): Promise<boolean> {
  try {
    await run("/bin/sh", ["-c", 'cd -- "$1"', "sh", directory], { ...ids, cwd: "/" });
    return true;
  } catch {
    return false;
  }
}

async function readIds(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}
