import { sql } from "kysely";
import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";
import { deleteInBatches } from "../../../server/jobs/batches.ts";
import type { JobParts } from "../../../server/jobs/job.ts";

/** Deletes a person's webhooks, with all that is on its way to them and was sent. */
export async function deleteWebhooksOf(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  const webhooks = await trx.deleteFrom("webhooks").where("user_id", "=", id).returning("id").execute();
  if (webhooks.length === 0) return;
  const ids = webhooks.map((one) => one.id);
  for (const table of ["webhook_queues", "webhook_deliveries"] as const)
    await trx.deleteFrom(table).where("webhook_id", "in", ids).execute();
}

/** Deletes messages whose time has run out, and what was written of a webhook while it was deleted. */
export async function deleteOldMessages({
  database: { db },
  retention: { webhookDays },
  onDeleted,
}: JobParts): Promise<void> {
  const where = sql`made_at < now() - make_interval(days => ${sql.lit(webhookDays)})`;
  onDeleted(
    "webhook messages",
    await deleteInBatches(db, { table: "webhook_deliveries", key: "id", where, by: "made_at" }),
  );
  const orphaned = sql`made_at < now() - interval '1 hour'
    and not exists (select from webhooks w where w.id = webhook_deliveries.webhook_id)`;
  await deleteInBatches(db, { table: "webhook_deliveries", key: "id", where: orphaned, by: "made_at" });
  const alone = sql`not exists (select from webhooks w where w.id = webhook_queues.webhook_id)`;
  await deleteInBatches(db, { table: "webhook_queues", key: "webhook_id", where: alone, by: "webhook_id" });
}
