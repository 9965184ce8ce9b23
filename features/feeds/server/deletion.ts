import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Deletes the person's feeds. Those of one notebook have gone with the membership already. */
export async function deleteFeeds(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx.deleteFrom("calendar_feeds").where("user_id", "=", id).execute();
}
