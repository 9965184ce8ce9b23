import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readlink, realpath } from "node:fs/promises";
import { platform } from "node:os";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** True while the process id is taken, also by a zombie. */
export function doesPidExist(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True while a process with this id runs, for any owner. */
export function isAlive(pid: number): boolean {
  if (!doesPidExist(pid)) return false;
  const state = platform() === "linux" ? statFields(pid)?.[0] : undefined;
  return state !== "Z" && state !== "X";
}

/** Fields of `/proc/<pid>/stat` from the third (the state) on. */
function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name is in parentheses and may itself contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/**
 * A text that identifies a process: constant during its life and different for a later process with the same id; null
 * when the process is gone.
 */
export async function startMark(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null;
  try {
    // The 22nd field is the start time in ticks.
    if (platform() === "linux") return statFields(pid)?.[19] ?? null;
    return (await run("ps", ["-o", "lstart=", "-p", String(pid)])).stdout.trim() || null;
  } catch {
    return null;
  }
}

/** True when the process is a PostgreSQL that runs on this cluster directory. */
export async function isPostgresOn(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  try {
    const directory = await realpath(clusterDir);
    if (platform() === "linux") {
      const [program, cwd] = await Promise.all([readlink(`/proc/${pid}/exe`), readlink(`/proc/${pid}/cwd`)]);
      // " (deleted)" follows the name when the program was reinstalled meanwhile.
      return basename(program).split(" ")[0] === "postgres" && cwd === directory;
    }
    const command = (await run("ps", ["-o", "command=", "-p", String(pid)])).stdout;
    return command.includes("postgres") && command.includes(directory);
  } catch {
    return false;
  }
}

/** Ids of all PostgreSQL processes on this cluster directory, those without a parent included (Linux only). */
export async function listPostgresProcesses(clusterDir: string): Promise<number[]> {
  if (platform() !== "linux") return [];
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(pids.map((pid) => isPostgresOn(pid, clusterDir)));
  return pids.filter((_, index) => found[index]);
}

/** Waits until `done` returns true; false when it doesn't within `ms`. */
export async function waitFor(done: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; ; ) {
    if (await done()) return true;
    if (Date.now() >= end) return false;
    await sleep(20);
  }
}
