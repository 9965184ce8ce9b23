import type { DeletedPerson } from "../../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../../server/db/database.ts";

/** Deletes versions from when notes were private to the person. */
export async function deletePrivateVersions(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx
    .deleteFrom("note_versions")
    .where("written_by", "=", id)
    .where("visibility", "=", "private")
    .execute();
}
