import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Deletes the person's private notes, which nobody else could read, with everything that belongs to them. */
export async function deletePrivateNotes(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx.deleteFrom("notes").where("created_by", "=", id).where("visibility", "=", "private").execute();
}
