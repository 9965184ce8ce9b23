import { recordAuditEvent } from "../../../server/access/audit.ts";
import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";
import { deleteOwned } from "../../notebooks/server/public.ts";

/**
 * Leaves all notebooks and deletes those without other members. Locks keep others from joining or transferring
 * meanwhile.
 */
export async function leaveNotebooks(trx: Transaction, { id: userId }: DeletedPerson): Promise<void> {
  const memberships = await trx
    .selectFrom("members")
    .select(["id", "diary_id", "role"])
    .where("user_id", "=", userId)
    .orderBy("diary_id")
    .forUpdate()
    .execute();
  const owned = memberships.filter(({ role }) => role === "owner").map(({ diary_id }) => diary_id);
  if (owned.length > 0) await deleteOwned(trx, userId, owned);
  for (const { id, diary_id: diaryId, role } of memberships) {
    if (role === "owner") continue;
    await trx.deleteFrom("members").where("id", "=", id).execute();
    const details = { userId, role };
    await recordAuditEvent(trx, userId, {
      eventType: "member.left",
      diaryId,
      targetType: "member",
      targetId: id,
      details,
    });
  }
}
