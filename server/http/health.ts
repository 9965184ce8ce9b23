import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, systemClock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { isAnswering } from "../db/reachable.ts";
import { isDiskFull, isOnReserve } from "../disk.ts";
import type { LogOutput } from "../log_output.ts";
import type { Workers } from "../workers/worker.ts";
import type { ServicesHealth } from "./services_health.ts";

const TIMEOUT_MS = 2_000;
/** More frequent requests get a cached result, so that probes cause no load. */
const CACHE_MS = 500;

export type Readiness = {
  ready: boolean;
  /** It works, but a service that it uses doesn't: mails wait, or files are missing. */
  degraded: boolean;
  checks: ServicesHealth & {
    database: "ok" | "failed";
    disk: "ok" | "failed" | "full";
    /** For information only: a node that loses log lines still works. */
    log: "ok" | "losing lines";
    /** "1 of 2" run; for information only: the running ones do the work of all. Absent without WORKERS. */
    workers?: string;
  };
};

/** Returns a check whether this node can work: the database answers and the data directory is writable. */
export function createReadiness(node: {
  database: Database;
  dataDir: string;
  logLosses: LogOutput["losses"];
  workers: Workers | null;
  services: () => Promise<ServicesHealth>;
  clock?: Clock;
}) {
  const { clock = systemClock } = node;
  let last: { at: number; result: Promise<Readiness> } | null = null;
  return (): Promise<Readiness> => {
    const now = clock.elapsed();
    if (!last || now - last.at > CACHE_MS) last = { at: now, result: check(node) };
    return last.result;
  };
}

async function check({
  database,
  dataDir,
  logLosses,
  workers,
  services,
}: Parameters<typeof createReadiness>[0]): Promise<Readiness> {
  const [answers, disk, used] = await Promise.all([
    isAnswering(database, TIMEOUT_MS),
    checkDisk(dataDir),
    services(),
  ]);
  const log = logLosses().isLosing ? "losing lines" : "ok";
  const checks: Readiness["checks"] = { database: answers ? "ok" : "failed", disk, log, ...used };
  if (workers) checks.workers = `${workers.count().running} of ${workers.count().wanted}`;
  return {
    ready: checks.database === "ok" && checks.disk === "ok",
    degraded: used.mail === "failing" || used.files === "failing",
    checks,
  };
}

async function checkDisk(dataDir: string): Promise<"ok" | "failed" | "full"> {
  const probe = join(dataDir, `.ready-${process.pid}`);
  try {
    if (await isOnReserve(dataDir)) return "full";
    const file = await open(probe, "w", 0o600);
    try {
      await file.write("ready\n");
      await file.datasync();
    } finally {
      await file.close();
    }
    await rm(probe, { force: true });
    return "ok";
  } catch (error) {
    return isDiskFull(error) ? "full" : "failed";
  }
}
