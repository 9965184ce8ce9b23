import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Ends the person's uploads; what they may have left in the storage is noted with their rows. */
export async function endUploads(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx.deleteFrom("upload_grants").where("user_id", "=", id).execute();
}
