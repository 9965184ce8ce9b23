import { pluralize } from "../../../../lib/pluralize.ts";
import { recordAuditEvent } from "../../../../server/access/audit.ts";
import type { Database } from "../../../../server/db/database.ts";
import { type RetriedQueue, retryQueue } from "../../../../server/jobs/retry_data.ts";

/** Tries at once what failed in a queue, in one transaction with its audit event; returns the lines to print. */
export function tryAgain({ db }: Pick<Database, "db">, queue: RetriedQueue): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const count = await retryQueue(trx, queue);
    if (count === 0) return [`Nothing in ${queue} is left to be tried again.`];
    await recordAuditEvent(trx, null, {
      eventType: "admin.queueRetried",
      targetType: "queue",
      targetId: queue,
      details: { count },
    });
    return [
      `${pluralize(count, "thing")} of ${queue} ${count === 1 ? "is" : "are"} due now; a running server tries.`,
    ];
  });
}
