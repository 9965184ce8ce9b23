import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../db/database.ts";
import { isAnswering } from "../db/reachable.ts";

const PATIENCE_MS = 2_000;
/** Asking more often answers from memory, so that probes can't become load. */
const FRESH_MS = 500;
/** PostgreSQL can't write its log ahead without some room. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

export type Readiness = {
  ready: boolean;
  checks: { database: "ok" | "failed"; disk: "ok" | "failed" | "full" };
};

/** Tells whether this node can do its work: the database answers and the data directory can be written. */
export function createReadiness({ database, dataDir }: { database: Database; dataDir: string }) {
  let last: { at: number; result: Promise<Readiness> } | null = null;
  return (): Promise<Readiness> => {
    if (!last || Date.now() - last.at > FRESH_MS) last = { at: Date.now(), result: check(database, dataDir) };
    return last.result;
  };
}

async function check(database: Database, dataDir: string): Promise<Readiness> {
  const [answers, disk] = await Promise.all([isAnswering(database, PATIENCE_MS), checkDisk(dataDir)]);
  const checks = { database: answers ? "ok" : "failed", disk } as const;
  return { ready: checks.database === "ok" && checks.disk === "ok", checks };
}

async function checkDisk(dataDir: string): Promise<"ok" | "failed" | "full"> {
  const probe = join(dataDir, `.ready-${process.pid}`);
  try {
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < LEAST_FREE_BYTES) return "full";
    const file = await open(probe, "w", 0o600);
    try {
      await file.write("ready\n");
      await file.datasync();
    } finally {
      await file.close();
    }
    await rm(probe, { force: true });
    return "ok";
  } catch {
    return "failed";
  }
}
