import { sql } from "kysely";
import type { Database } from "../../../../server/db/database.ts";

type Db = Pick<Database, "db">;

/** Deletes expired download tickets. */
export async function deleteExpiredTickets({ db }: Db): Promise<void> {
  await sql`delete from copy_tickets where expires_at < now()`.execute(db);
}
