import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";

type Db = Pick<Database, "db">;

/**
 * Deletes photos that no notebook took within a day; their files follow. A photo that is being taken at this moment
 * is locked and left alone, and one that was taken just now the foreign key keeps.
 */
export async function deleteUnusedPhotos({ db }: Db): Promise<void> {
  await sql`
    delete from avatars where id in (
      select a.id from avatars a
       where a.created_at < now() - interval '24 hours' and not exists (select from diaries d where d.avatar_id = a.id)
         for update skip locked)`.execute(db);
}
