import { type Kysely, sql } from "kysely";
import { ALL_NOTEBOOKS, type Opening } from "../../../lib/openings.ts";
import type { Tables, Transaction } from "../../../server/db/database.ts";
import { listFeeds } from "./data.ts";

/** The person's calendar links. */
export const listFeedOpenings = async (db: Kysely<Tables>, userId: string): Promise<Opening[]> =>
  (await listFeeds(db, { userId })).map(({ _id: id, diaryName, linkedAt: madeAt }) => ({
    ...{ kind: "calendar", id, name: diaryName ?? ALL_NOTEBOOKS, madeAt },
  }));

/** Ends the person's calendar links that were made since a time. */
export async function endFeedOpenings(trx: Transaction, userId: string, since: Date): Promise<void> {
  await trx
    .deleteFrom("calendar_feeds")
    .where("user_id", "=", userId)
    .where("linked_at", ">=", sql<number>`${since}`)
    .execute();
}
