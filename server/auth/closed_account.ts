import { sql } from "kysely";
import type { Message } from "../../lib/words/message.ts";
import type { Database } from "../db/database.ts";

/** The message for a user whose account an administrator has closed. */
export const ACCOUNT_CLOSED = { key: "refusals.accountClosed" } as const satisfies Message;

/** Whether an administrator has closed the account with a user id of the sign-in. */
export async function isClosed(db: Database["db"], authUserId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where clerk_user_id = ${authUserId} and closed_at is not null`.execute(db);
  return rows.length > 0;
}
