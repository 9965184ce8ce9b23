import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";

/** What a job works with. */
export type JobParts = { database: Database; log: Logger };

/** Work that is done by the clock, once on all nodes together. */
export type Job = {
  /** Snake case; the queue knows the job by it. */
  name: string;
  /** When, as graphile-worker's crontab writes it, UTC: `23 * * * *`. */
  schedule: string;
  /** Its options there: how far back missed runs are made up for (`fill`), how often a failed one is tried (`max`). */
  options: string;
  run(parts: JobParts): Promise<void>;
};
