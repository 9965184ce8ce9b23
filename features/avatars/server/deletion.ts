import { sql } from "kysely";
import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";
import { isUsed } from "./access.ts";

/** Deletes the person's picture, and their photos that no notebook uses. */
export async function deletePersonsUnusedPhotos(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await sql`update users set avatar_id = null where id = ${id}`.execute(trx);
  await sql`delete from avatars a where uploaded_by = ${id} and not ${isUsed}`.execute(trx);
}
