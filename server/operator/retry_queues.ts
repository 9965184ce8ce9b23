import { pluralize } from "../../lib/pluralize.ts";
import type { RetriedQueue } from "../../lib/queues.ts";
import { recordAuditEvent } from "../access/audit.ts";
import type { Database } from "../db/database.ts";
import type { Queue } from "../jobs/queue.ts";
import { retryQueue } from "../jobs/queue_data.ts";

/** Retries a queue's failed items at once, in one transaction with its audit event; returns the lines to print. */
export function retryFailed(
  { db }: Pick<Database, "db">,
  queues: readonly Queue[],
  queue: RetriedQueue,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const count = await retryQueue(trx, queues, queue);
    if (count === 0) return [`Nothing in ${queue} is left to be tried again.`];
    await recordAuditEvent(trx, null, {
      eventType: "admin.queueRetried",
      targetType: "queue",
      targetId: queue,
      details: { count },
    });
    return [
      `${pluralize(count, "item")} of ${queue} ${count === 1 ? "is" : "are"} due now; a running server tries.`,
    ];
  });
}
