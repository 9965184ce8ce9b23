import { type Kysely, sql } from "kysely";
import type { NotebookAccess } from "../../../../server/access/gate.ts";
import type { Tables } from "../../../../server/db/database.ts";

type Db = Kysely<Tables>;

/** Adds a ticket for one download. */
export async function insertTicket(
  db: Db,
  { diaryId, userId }: NotebookAccess,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("copy_tickets")
    .values({ id, diary_id: diaryId, user_id: userId, expires_at: expiresAt })
    .execute();
}

/** Deletes the ticket; returns whether it existed. */
export async function takeTicket(db: Db, { diaryId, userId }: NotebookAccess, id: string): Promise<boolean> {
  const taken = await db
    .deleteFrom("copy_tickets")
    .where("id", "=", id)
    .where("diary_id", "=", diaryId)
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<number>`now()`)
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}
