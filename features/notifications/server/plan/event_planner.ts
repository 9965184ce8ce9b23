import { sql } from "kysely";
import type { Database } from "../../../../server/db/database.ts";
import { retryPerOwner, runPlanner } from "./lock_timeout.ts";
import { type NewNotificationRow, planDeliveries, toNewNotification } from "./planned_deliveries.ts";

const BATCH = 500;

/** What a transaction of the planner did. */
export type PlannedEvents = { notifications: number; isFull: boolean };

/** Writes the deliveries of notifications that were written with their event, one batch. */
export function planEvents(database: Pick<Database, "db">, batch = BATCH): Promise<PlannedEvents> {
  return runPlanner(database, async (trx) => {
    const { rows } = await sql<NewNotificationRow & { now_ms: number }>`
      with taken as (
        select notification_id from unplanned_notifications limit ${sql.lit(batch)} for update skip locked
      )
      select n.id, n.user_id, n.diary_id, n.kind, floor(extract(epoch from n.due_at) * 1000)::float8 as due,
             floor(extract(epoch from now()) * 1000)::float8 as now_ms
        from taken t join notifications n on n.id = t.notification_id`.execute(trx);
    const locked = await retryPerOwner(trx, rows.map(toNewNotification), {
      of: ({ userId }) => userId,
      work: async (some) => {
        const ids = some.map(({ id }) => id);
        await planDeliveries(trx, some, rows[0]!.now_ms);
        return sql`
          delete from unplanned_notifications where notification_id = any(${ids}::uuid[])`.execute(trx);
      },
    });
    // Those that are held come up again: not in the same round.
    return {
      notifications: rows.length - locked.length,
      isFull: rows.length === batch && locked.length === 0,
    };
  });
}
