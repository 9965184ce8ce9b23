import { sql } from "kysely";
import type { Database } from "../db/database.ts";

/** The message for a user whose account an administrator has closed. */
export const ACCOUNT_CLOSED = "This account is closed. Ask whoever runs this server.";

/** Whether an administrator has closed the account with a user id of the sign-in. */
export async function isClosed(db: Database["db"], authUserId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where clerk_user_id = ${authUserId} and closed_at is not null`.execute(db);
  return rows.length > 0;
}
