import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";

/** Deletes invitations; their links stay and say why they open nothing. */
export async function deleteInvitations(
  db: Kysely<Tables>,
  diaryId: string,
  invitationIds: readonly string[],
  why: "cancelled" | "expired",
): Promise<void> {
  if (invitationIds.length === 0) return;
  await db
    .updateTable("invitation_links")
    .set({ invitation_id: null, ended: why })
    .where("diary_id", "=", diaryId)
    .where("invitation_id", "in", invitationIds)
    .execute();
  await db
    .deleteFrom("invitations")
    .where("diary_id", "=", diaryId)
    .where("id", "in", invitationIds)
    .execute();
}
