import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";

type Db = Pick<Database, "db">;

/** Ends uploads of which nothing came; what they may have left in the storage is noted with their rows (0014). */
export async function deleteExpiredUploads({ db }: Db): Promise<void> {
  await sql`delete from upload_grants where expires_at < now() - interval '5 minutes'`.execute(db);
}
