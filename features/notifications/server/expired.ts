import { sql } from "kysely";
import type { JobParts } from "../../../server/jobs/job.ts";
import { KEPT_DAYS } from "../rules.ts";
import { deleteOldRuns } from "./escalation/run_data.ts";

/**
 * Deletes notifications after `KEPT_DAYS`, with their deliveries, and runs of escalations so long after they are over; and
 * what only counted mails of the past.
 */
export async function deleteOldNotifications({ database: { db } }: JobParts): Promise<void> {
  await sql`delete from notifications where made_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
  await sql`delete from digests where made_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
  await sql`delete from mention_mails where sent_at < now() - interval '2 days'`.execute(db);
  await deleteOldRuns(db, KEPT_DAYS);
}
