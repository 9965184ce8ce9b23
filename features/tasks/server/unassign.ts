import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { OPEN_STATUSES } from "../rules.ts";

/**
 * Unassigns a member's unfinished and upcoming repeated tasks, for roles without assigned tasks. Finished ones keep
 * their assignee.
 */
export async function unassignOpenTasks(
  db: Kysely<Tables>,
  { diaryId, userId }: { diaryId: string; userId: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable("tasks")
    .set({ assigned_to: null, assigned_at: null, assigned_by: null, updated_at: now, updated_by: null })
    .where("diary_id", "=", diaryId)
    .where("assigned_to", "=", userId)
    .where("status", "in", OPEN_STATUSES)
    .execute();
  await db
    .updateTable("task_series")
    .set({ assigned_to: null })
    .where("diary_id", "=", diaryId)
    .where("assigned_to", "=", userId)
    .execute();
}
