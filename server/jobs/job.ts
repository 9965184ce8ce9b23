import type { RetentionConfig } from "../config/retention.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";

/** Receives how many expired rows of a kind were deleted. Must not throw. */
export type DeletionObserver = (what: string, rows: number) => void;

/** The parts that a running job gets. */
export type JobParts = {
  database: Database;
  log: Logger;
  retention: RetentionConfig;
  onDeleted: DeletionObserver;
};

/** Scheduled work, run once for all nodes together. */
export type Job = {
  /** In snake case; identifies the job in the queue. */
  name: string;
  /** The schedule in graphile-worker's crontab format, UTC: `23 * * * *`. */
  schedule: string;
  /** Crontab options: how far back missed runs are made up for (`fill`), how often a failed one is tried (`max`). */
  options: string;
  run(parts: JobParts): Promise<void>;
};
