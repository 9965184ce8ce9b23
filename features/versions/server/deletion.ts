import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Deletes what notes said while they were the person's private ones. */
export async function deletePrivateVersions(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx
    .deleteFrom("note_versions")
    .where("written_by", "=", id)
    .where("visibility", "=", "private")
    .execute();
}
