import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Deletes the person's upload grants; triggers queue their files for removal. */
export async function endUploads(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx.deleteFrom("upload_grants").where("user_id", "=", id).execute();
}
