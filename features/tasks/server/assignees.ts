import type { Kysely } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import { mayBeAssigned, type Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { TASK_MESSAGES } from "../rules.ts";

// Here, not among the room's messages: forms leave clinicians out, so no screen shows it.

/**
 * Locks the memberships of these assignees, so that none of them leaves or changes their role meanwhile.
 * @throws CareError when one of them isn't a member of the notebook, or has a role that is assigned no tasks
 */
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
    .select(["user_id", "role"])
    .where("diary_id", "=", diaryId)
    .where("user_id", "in", assigneeIds)
    .forShare()
    .execute();
  if (members.length < assigneeIds.length) throw refusal;
  if (!members.every(({ role }) => mayBeAssigned(role as Role)))
    throw new CareError("invalid", TASK_MESSAGES.clinician, { path: "assignedTo" });
}
