import { sql } from "kysely";
import { recordAuditEvent } from "../../../../server/access/audit.ts";
import type { Database } from "../../../../server/db/database.ts";
import { deleteInvitations } from "./deletion.ts";

/** The most links that one run ends. */
const AT_ONCE = 500;

/**
 * Ends links without an address that have expired, and records it. Invitations to addresses stay until they are
 * replaced: their expiry is derived.
 */
export async function endExpiredLinks({ db }: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const expired = await trx
      .selectFrom("invitations")
      .select(["id", "diary_id"])
      .where("email", "is", null)
      .where("status", "=", sql.lit("pending"))
      .where("expires_at", "<=", sql<number>`now()`)
      .orderBy("expires_at")
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id, diary_id: diaryId } of expired) {
      await deleteInvitations(trx, diaryId, [id], "expired");
      const event = { eventType: "invitation.expired", diaryId, targetType: "invitation", targetId: id };
      await recordAuditEvent(trx, null, event);
    }
  });
}

type Db = Pick<Database, "db">;

/** Deletes links one year after their invitation is gone; until then they show why they are invalid. */
export async function deleteEndedLinks({ db }: Db): Promise<void> {
  await sql`delete from invitation_links where ended is not null and created_at < now() - interval '1 year'`.execute(
    db,
  );
}
