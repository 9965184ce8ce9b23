import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";
import { type MadeRow, madeOf, planDeliveries } from "./planned_deliveries.ts";

const BATCH = 500;

/** What a transaction of the planner did. */
export type PlannedEvents = { notifications: number; isFull: boolean };

/** Writes the deliveries of notifications that were written with what they tell of, one batch. */
export function planEvents({ db }: Pick<Database, "db">, batch = BATCH): Promise<PlannedEvents> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<MadeRow & { now_ms: number }>`
      with taken as (
        select notification_id from unplanned_notifications limit ${sql.lit(batch)} for update skip locked
      ),
      gone as (
        delete from unplanned_notifications u using taken t where u.notification_id = t.notification_id
      )
      select n.id, n.user_id, n.diary_id, n.kind, floor(extract(epoch from n.due_at) * 1000)::float8 as due,
             floor(extract(epoch from now()) * 1000)::float8 as now_ms
        from taken t join notifications n on n.id = t.notification_id`.execute(trx);
    const made = rows.map(madeOf);
    if (made.length > 0) await planDeliveries(trx, made, rows[0]!.now_ms);
    return { notifications: made.length, isFull: made.length === batch };
  });
}
