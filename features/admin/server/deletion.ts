import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Deletes the person's table openings. */
export async function closeTables(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx.deleteFrom("admin_openings").where("user_id", "=", id).execute();
}
