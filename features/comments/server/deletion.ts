import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Deletes the person's private comments, which nobody else could read. */
export async function deletePersonsComments(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx.deleteFrom("comments").where("created_by", "=", id).where("visibility", "=", "private").execute();
}
