import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";

/** Unassigns a member's activities of activated programs, for roles without assigned tasks. */
export async function unassignActivities(
  db: Kysely<Tables>,
  { diaryId, userId }: { diaryId: string; userId: string },
): Promise<void> {
  await db
    .updateTable("activity_activations")
    .set({ assigned_to: null })
    .where("diary_id", "=", diaryId)
    .where("assigned_to", "=", userId)
    .execute();
}
