import { type Kysely, sql } from "kysely";
import type { Opening } from "../../../lib/openings.ts";
import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Tables, Transaction } from "../../../server/db/database.ts";
import { deleteInBatches } from "../../../server/jobs/batches.ts";
import type { JobParts } from "../../../server/jobs/job.ts";

/** Deletes a person's webhooks, with all that is on its way to them and was sent. */
export const deleteWebhooks = (trx: Transaction, { id }: DeletedPerson): Promise<void> =>
  endWebhookOpenings(trx, id, new Date(0));

/** Deletes those that were made since a time. */
export async function endWebhookOpenings(trx: Transaction, userId: string, since: Date): Promise<void> {
  const webhooks = await trx
    .deleteFrom("webhooks")
    .where("user_id", "=", userId)
    .where("created_at", ">=", sql<number>`${since}`)
    .returning("id")
    .execute();
  if (webhooks.length === 0) return;
  const ids = webhooks.map((one) => one.id);
  for (const table of ["webhook_queues", "webhook_deliveries"] as const)
    await trx.deleteFrom(table).where("webhook_id", "in", ids).execute();
}

/** The person's webhooks. */
export async function listWebhookOpenings(db: Kysely<Tables>, userId: string): Promise<Opening[]> {
  const rows = await db
    .selectFrom("webhooks")
    .select(["id", "name", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, created_at: madeAt }) => ({ kind: "webhook", id, name, madeAt }));
}

/** Deletes expired messages, and messages written for a webhook while it was deleted. */
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
