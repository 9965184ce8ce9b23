import { type Kysely, type RawBuilder, sql } from "kysely";
import { CareError } from "../../lib/errors.ts";
import { isFullId } from "../../lib/ids.ts";
import type { Message } from "../../lib/words/message.ts";
import type { Tables } from "../db/database.ts";

/** The tables whose rows belong to one person each. */
type OwnTable = "access_tokens" | "calendar_feeds" | "notification_targets" | "webhooks";

/**
 * Checks that a row is the user's own. A missing row and another user's give the same error, with this message.
 * @param also what else the row must be
 */
export async function requireOwnRow(
  db: Kysely<Tables>,
  table: OwnTable,
  { id, userId }: { id: string; userId: string },
  notFound: Message,
  also: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  // All of these tables have the columns.
  const rows = db.selectFrom(table as "webhooks").select("id");
  const own = rows.where("id", "=", id).where("user_id", "=", userId).where(also);
  if (!isFullId(id) || !(await own.executeTakeFirst())) throw new CareError("not-found", notFound);
}
