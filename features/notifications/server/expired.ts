import { sql } from "kysely";
import { deleteInBatches } from "../../../server/jobs/batches.ts";
import type { JobParts } from "../../../server/jobs/job.ts";

/**
 * Deletes notifications whose time has run out, with their deliveries, those that were seen or settled sooner if the
 * operator wants that; runs of escalations so long after they are over; and what only counted mails of the past.
 */
export async function deleteOldNotifications({
  database: { db },
  retention: { notificationDays, readNotificationDays },
  onDeleted,
}: JobParts): Promise<void> {
  const isOlderThan = (column: string, days: number) =>
    sql`${sql.ref(column)} < now() - make_interval(days => ${sql.lit(days)})`;
  const old = isOlderThan("made_at", notificationDays);
  onDeleted(
    "notifications",
    await deleteInBatches(db, { table: "notifications", key: "id", where: old, by: "made_at" }),
  );
  if (readNotificationDays < notificationDays) {
    const read = sql`(seen_at is not null or done_at is not null) and ${isOlderThan("made_at", readNotificationDays)}`;
    onDeleted(
      "read notifications",
      await deleteInBatches(db, { table: "notifications", key: "id", where: read, by: "made_at" }),
    );
  }
  onDeleted(
    "digests",
    await deleteInBatches(db, { table: "digests", key: "ctid", where: old, by: "made_at" }),
  );
  const over = sql`state <> 'open' and ${isOlderThan("closed_at", notificationDays)}`;
  onDeleted(
    "escalations",
    await deleteInBatches(db, { table: "escalation_runs", key: "id", where: over, by: "closed_at" }),
  );
  await sql`delete from mention_mails where sent_at < now() - interval '2 days'`.execute(db);
}
