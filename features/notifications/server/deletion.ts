import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/**
 * Deletes a person's notifications, settings, choices and targets. What belongs to a notebook has gone with the
 * membership already.
 */
export async function deleteNotifications(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  // The lock order of planners and of recorders of outcomes.
  await trx
    .selectFrom("notification_targets")
    .select("id")
    .where("user_id", "=", id)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const table of [
    "notifications",
    "notification_targets",
    "notification_rules",
    "notification_settings",
    "digests",
    "mention_mails",
  ] as const)
    await trx.deleteFrom(table).where("user_id", "=", id).execute();
}
