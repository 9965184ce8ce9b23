import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";

type Db = Pick<Database, "db">;

/** Deletes expired upload grants; triggers queue their files for removal (`upload_grants_leave_files`). */
export async function deleteExpiredUploads({ db }: Db): Promise<void> {
  await sql`delete from upload_grants where expires_at < now() - interval '5 minutes'`.execute(db);
}
