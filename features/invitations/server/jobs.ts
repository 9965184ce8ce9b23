import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";

type Db = Pick<Database, "db">;

/** Deletes links one year after their invitation is gone; until then they show why they are invalid. */
export async function deleteEndedLinks({ db }: Db): Promise<void> {
  await sql`delete from invitation_links where ended is not null and created_at < now() - interval '1 year'`.execute(
    db,
  );
}
