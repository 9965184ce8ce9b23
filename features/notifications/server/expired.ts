import { sql } from "kysely";
import type { JobParts } from "../../../server/jobs/job.ts";
import { KEPT_DAYS } from "../rules.ts";
import { deleteOldRuns } from "./escalation/run_data.ts";

/** Deletes notifications after `KEPT_DAYS`, with their deliveries, and runs of escalations so long after they are over. */
export async function deleteOldNotifications({ database }: JobParts): Promise<void> {
  await sql`delete from notifications where made_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    database.db,
  );
  await deleteOldRuns(database.db, KEPT_DAYS);
}
