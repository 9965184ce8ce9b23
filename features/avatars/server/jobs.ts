import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";
import { isUsed } from "./access.ts";

type Db = Pick<Database, "db">;

/**
 * Deletes photos that no notebook and nobody uses within a day; their files follow. A photo that is being taken into
 * use is locked and skipped, and one just taken is kept by the foreign key.
 */
export async function deleteUnusedPhotos({ db }: Db): Promise<void> {
  await sql`
    delete from avatars where id in (
      select a.id from avatars a
       where a.created_at < now() - interval '24 hours' and not ${isUsed}
         for update skip locked)`.execute(db);
}
