import { sql } from "kysely";
import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Deletes the person's photos that no notebook uses. */
export async function deleteUnusedPhotosOf(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await sql`delete from avatars a where uploaded_by = ${id}
    and not exists (select from diaries d where d.avatar_id = a.id)`.execute(trx);
}
