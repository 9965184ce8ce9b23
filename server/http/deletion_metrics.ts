import { Counter, type Registry } from "prom-client";
import type { DeletionObserver } from "../jobs/job.ts";

/** Counts the rows that were deleted because their time had run out. */
export function createDeletionMetrics(registry: Registry): DeletionObserver {
  const deleted = new Counter({
    name: "rows_deleted_total",
    help: "Rows that were deleted because their time had run out, by what they are",
    labelNames: ["what"],
    registers: [registry],
  });
  return (what, rows) => deleted.inc({ what }, rows);
}
