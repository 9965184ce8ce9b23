import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { PostgresUser } from "./system_user.ts";

/**
 * Waits on its standard input, which the server holds open. A line dismisses the watchdog. When the input ends without
 * one, the server is gone, and the watchdog shuts PostgreSQL down like `pg_ctl stop`: in fast mode, after 30 s in
 * immediate mode. It compares the pid file, so that it never signals another process that has got the same pid.
 */
const SCRIPT = `
read -r line && exit 0
is_running() {
  found=$1
  [ -f postmaster.pid ] && read -r found < postmaster.pid
  [ "$found" = "$1" ] && kill -0 "$1"
} 2>/dev/null
is_running "$1" || exit 0
kill -INT "$1"
tries=0
while is_running "$1"; do
  tries=$((tries + 1))
  if [ "$tries" -gt 30 ]; then kill -QUIT "$1"; exit 0; fi
  sleep 1
done
`;

export type Watchdog = { dismiss(): Promise<void> };

/**
 * Starts a small process that ends PostgreSQL soon after this process is gone, even after `kill -9`: otherwise
 * PostgreSQL would go on alone until the next start finds it. It has its own process group, so that signals to our
 * group don't reach it.
 */
export function startWatchdog(pid: number, cluster: string, user: PostgresUser): Watchdog {
  const child: ChildProcess = spawn("/bin/sh", ["-c", SCRIPT, "carediary-watchdog", String(pid)], {
    ...user.ids,
    cwd: cluster,
    env: { PATH: process.env.PATH },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without the watchdog a PostgreSQL that is left over is ended by the next start.
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  child.unref();
  (child.stdin as { unref?(): void } | null)?.unref?.();
  return {
    async dismiss() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.ref();
      child.stdin?.write("dismissed\n");
      await ended;
    },
  };
}
