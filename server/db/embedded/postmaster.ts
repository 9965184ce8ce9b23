import { type ChildProcess, spawn } from "node:child_process";
import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../log.ts";
import { StartError } from "../../start_error.ts";
import type { Binaries } from "./binaries.ts";
import { getServerEnvironment } from "./cluster.ts";
import { doesPidExist, isPostgresOn, listPostgresProcesses, waitFor } from "./processes.ts";
import type { Settings } from "./settings.ts";
import type { PostgresUser } from "./system_user.ts";
import { startWatchdog } from "./watchdog.ts";

/**
 * Time for a fast shutdown, which first writes a checkpoint; then PostgreSQL is stopped harder and recovers at the
 * next start.
 */
const FAST_SHUTDOWN_MS = 6_000;
const LAST_LINES = 3;

/**
 * Starts PostgreSQL and waits until it answers, after crash recovery if it needs one.
 * @throws StartError with PostgreSQL's own reason when it ends instead.
 */
export async function startPostmaster(options: {
  binaries: Binaries;
  user: PostgresUser;
  cluster: string;
  startLog: string;
  settings: Settings;
  log: Logger;
}): Promise<ChildProcess> {
  const { binaries, user, cluster, startLog, settings, log } = options;
  const output = await open(startLog, "w", 0o640);
  const child = spawn(
    binaries.postgres,
    ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      ...user.ids,
      cwd: cluster,
      env: getServerEnvironment(),
      stdio: ["ignore", output.fd, output.fd],
      // In its own process group: Ctrl+C in the terminal reaches only us, and we stop PostgreSQL after draining.
      detached: true,
    },
  );
  const watchdog = child.pid === undefined ? null : startWatchdog(child.pid, cluster, user);
  // Another process may soon get its id.
  child.once("exit", () => void watchdog?.dismiss());
  let exitReason: string | null = null;
  child.once("error", (error) => (exitReason = error.message));
  child.once("exit", (code, signal) => (exitReason = signal ?? `code ${code}`));
  await output.close();
  for (const begin = Date.now(), notice = { next: 10_000 }; ; await sleep(15)) {
    if (exitReason !== null) {
      const reason = (await lastLogLines(dirname(startLog), begin)) ?? `it ended with ${exitReason}`;
      throw new StartError(`PostgreSQL didn't start: ${reason} (its log is in ${dirname(startLog)})`);
    }
    const found = await readPidFile(cluster);
    if (found?.pid === child.pid && found?.status === "ready") return child;
    if (Date.now() - begin > notice.next) {
      log.warn({ seconds: Math.round((Date.now() - begin) / 1000) }, "PostgreSQL is still recovering");
      notice.next += 10_000;
    }
  }
}

/** The last log lines since `since` that explain the end, as one line; null without any. */
async function lastLogLines(logs: string, since: number): Promise<string | null> {
  const files = await Promise.all(
    (await readdir(logs)).map(async (name) => ({
      path: join(logs, name),
      at: (await stat(join(logs, name))).mtimeMs,
    })),
  );
  // The clock of a file system may lag behind by some ms.
  const recent = files.filter(({ at }) => at >= since - 1000).sort((a, b) => b.at - a.at);
  const texts = await Promise.all(recent.map(({ path }) => readFile(path, "utf8").catch(() => "")));
  const text = texts.find((each) => /(FATAL|PANIC): /.test(each)) ?? texts.find((each) => each.trim());
  const lines = text?.trim().split("\n").slice(-LAST_LINES) ?? [];
  // Without time, process and level.
  return (
    lines.map((line) => line.replace(/^.*?\b(?:LOG|FATAL|PANIC|HINT|DETAIL): +/, "")).join(" / ") || null
  );
}

/** Stops a PostgreSQL process: fast shutdown first, then harder until it ends. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  const hasExited = async () => !(await isPostgresOn(pid, cluster));
  for (const [signal, timeoutMs] of [
    ["SIGINT", FAST_SHUTDOWN_MS],
    ["SIGQUIT", 2_000],
    ["SIGKILL", 2_000],
  ] as const) {
    if (await hasExited()) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitFor(hasExited, timeoutMs)) return;
  }
}

/**
 * Ends a PostgreSQL that is still running after its server was killed (`kill -9`), so that a new one can start on the
 * directory. Only a process that is certainly a PostgreSQL on this very directory is ended.
 */
export async function endOrphan(
  { cluster, sockets }: { cluster: string; sockets: string },
  log: Logger,
): Promise<void> {
  const found = await readPidFile(cluster);
  if (found && (await isPostgresOn(found.pid, cluster))) {
    log.warn({ pid: found.pid }, "ending the PostgreSQL that an earlier server left running");
    await stopPostmaster(found.pid, cluster);
  }
  // Sessions end by themselves soon after their postmaster; two servers on the same files would destroy them.
  const alone = await waitFor(async () => (await listPostgresProcesses(cluster)).length === 0, 10_000);
  if (!alone)
    throw new StartError(`PostgreSQL processes still work on ${cluster}: end them and start again.`);
  if (found && doesPidExist(found.pid) && !(await isPostgresOn(found.pid, cluster))) {
    // The id now belongs to another process; PostgreSQL would take that for a running server and refuse to start.
    await rm(join(cluster, "postmaster.pid"), { force: true });
    await rm(join(sockets, ".s.PGSQL.5432.lock"), { force: true });
  }
}

/** The content of `postmaster.pid`, or null when there is none (or it isn't complete yet). */
export async function readPidFile(cluster: string): Promise<{ pid: number; status: string } | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, status: (lines[7] ?? "").trim() } : null;
}
