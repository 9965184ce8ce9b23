import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";

type Db = Pick<Database, "db">;

/** Deletes the links of invitations that are gone, after a year in which they said why they open nothing. */
export async function deleteEndedLinks({ db }: Db): Promise<void> {
  await sql`delete from invitation_links where ended is not null and created_at < now() - interval '1 year'`.execute(
    db,
  );
}
