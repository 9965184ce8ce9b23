import type { Kysely } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import type { Tables } from "../../../server/db/database.ts";
import { TASK_MESSAGES } from "../rules.ts";

/** @throws CareError when one of these assignees isn't a member of the notebook */
export async function checkAssignees(
  db: Kysely<Tables>,
  { diaryId }: { readonly diaryId: string },
  userIds: readonly string[],
): Promise<void> {
  const assigneeIds = [...new Set(userIds)];
  if (assigneeIds.length === 0) return;
  const refusal = new CareError("invalid", TASK_MESSAGES.assignee, { path: "assignedTo" });
  if (!assigneeIds.every(isFullId)) throw refusal;
  const members = await db
    .selectFrom("members")
    .select("user_id")
    .where("diary_id", "=", diaryId)
    .where("user_id", "in", assigneeIds)
    .execute();
  if (members.length < assigneeIds.length) throw refusal;
}
