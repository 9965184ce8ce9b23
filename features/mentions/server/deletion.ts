import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Deletes the record of mails sent to the person. */
export async function deleteMailRecord(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx.deleteFrom("mention_mails").where("user_id", "=", id).execute();
}
