import { sql } from "kysely";
import { systemClock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";

/** The greatest age of a live count of rows, ms, in addition to the second until a node is notified of the change. */
const SUM_EVERY_MS = 2000;

/**
 * Adds up how many rows were added and removed (migration 0023), which updates live counts. Any number of nodes may
 * do so.
 */
export function startSummingRows(
  { db }: Pick<Database, "db">,
  log: Logger,
  clock = systemClock,
): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let isRunning = false;
  const stop = clock.every(SUM_EVERY_MS, () => {
    if (isRunning) return;
    isRunning = true;
    running = sumRowCounts({ db })
      .catch((error) => log.warn({ part: "jobs", err: error }, "rows were not counted"))
      .finally(() => {
        isRunning = false;
      });
    return running;
  });
  return {
    stop() {
      stop();
      return running;
    },
  };
}

export async function sumRowCounts({ db }: Pick<Database, "db">): Promise<void> {
  await sql`select sum_row_counts()`.execute(db);
}
