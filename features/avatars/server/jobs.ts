import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";

type Db = Pick<Database, "db">;

/**
 * Deletes photos that no notebook uses within a day; their files follow. One that is being taken into use is locked and
 * skipped, and one just taken is kept by the foreign key.
 */
export async function deleteUnusedPhotos({ db }: Db): Promise<void> {
  await sql`
    delete from avatars where id in (
      select a.id from avatars a
       where a.created_at < now() - interval '24 hours' and not exists (select from diaries d where d.avatar_id = a.id)
         for update skip locked)`.execute(db);
}
