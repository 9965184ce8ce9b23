import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Deletes the user's feeds. Feeds of one notebook are deleted with the membership. */
export async function deleteFeeds(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx.deleteFrom("calendar_feeds").where("user_id", "=", id).execute();
}
