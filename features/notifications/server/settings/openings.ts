import { type Kysely, sql } from "kysely";
import type { Opening } from "../../../../lib/openings.ts";
import type { Tables, Transaction } from "../../../../server/db/database.ts";

/** Where reminders go beyond a session: browsers end with theirs, and the account's address isn't one. */
const selectTargets = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom("notification_targets")
    .where("user_id", "=", userId)
    .where("channel", "in", ["ntfy", "webhook"])
    .orderBy("id");

/** The person's topics of ntfy, and the programs that get their reminders. */
export async function listTargetOpenings(db: Kysely<Tables>, userId: string): Promise<Opening[]> {
  const rows = await selectTargets(db, userId).select(["id", "channel", "label", "created_at"]).execute();
  return rows.map(({ id, channel, label: name, created_at: madeAt }) => ({
    ...{ kind: channel === "ntfy" ? "ntfy" : "program", id, name, madeAt },
  }));
}

/** Ends those that were made since a time. */
export async function endTargetOpenings(trx: Transaction, userId: string, since: Date): Promise<void> {
  // The lock order of planners and of recorders of outcomes.
  const rows = await selectTargets(trx, userId)
    .select("id")
    .where("created_at", ">=", sql<number>`${since}`)
    .forUpdate()
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom("notification_targets").where("id", "in", ids).execute();
}
