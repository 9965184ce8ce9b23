import { type Kysely, sql } from "kysely";
import type { Opening } from "../../../../lib/openings.ts";
import { recordAuditEvent } from "../../../../server/access/audit.ts";
import type { DeletedPerson } from "../../../../server/auth/deleted_person.ts";
import type { Tables, Transaction } from "../../../../server/db/database.ts";

/** Deletes invitations; their links stay to show why they are invalid. */
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

/**
 * Ends a user's open links without an address, in one notebook or in all, because they may not invite any more. Records
 * it as done by `actorId`.
 */
export async function endOpenLinks(
  db: Kysely<Tables>,
  { makerId, diaryId, actorId, since }: { makerId: string; diaryId?: string; actorId: string; since?: Date },
): Promise<void> {
  let links = db
    .selectFrom("invitations")
    .select(["id", "diary_id"])
    .where("invited_by", "=", makerId)
    .where("email", "is", null)
    .where("status", "=", sql.lit("pending"));
  if (diaryId !== undefined) links = links.where("diary_id", "=", diaryId);
  if (since !== undefined) links = links.where("created_at", ">=", sql<number>`${since}`);
  for (const { id, diary_id } of await links.orderBy("id").forUpdate().execute()) {
    await deleteInvitations(db, diary_id, [id], "cancelled");
    await recordAuditEvent(db, actorId, {
      eventType: "invitation.cancelled",
      diaryId: diary_id,
      targetType: "invitation",
      targetId: id,
    });
  }
}

/** The user's open links without an address, which let others into their notebooks. */
export async function listLinkOpenings(db: Kysely<Tables>, userId: string): Promise<Opening[]> {
  const rows = await db
    .selectFrom("invitations as i")
    .innerJoin("diaries as d", "d.id", "i.diary_id")
    .select(["i.id", "d.name", "i.created_at"])
    .where("i.invited_by", "=", userId)
    .where("i.email", "is", null)
    .where("i.status", "=", sql.lit("pending"))
    .where("i.expires_at", ">", sql<number>`now()`)
    .orderBy("i.id")
    .execute();
  return rows.map(({ id, name, created_at: madeAt }) => ({ kind: "invitation", id, name, madeAt }));
}

/** Ends the links made since a time. */
export const endLinkOpenings = (trx: Transaction, userId: string, since: Date): Promise<void> =>
  endOpenLinks(trx, { makerId: userId, actorId: userId, since });

/**
 * Removes the address from invitations; open ones count as declined. If the address isn't verified it may belong to
 * another person, so only the invitations this user accepted are changed.
 */
export async function forgetAddress(
  trx: Transaction,
  { id, email, isEmailVerified }: DeletedPerson,
): Promise<void> {
  await trx.deleteFrom("invitation_turns").where("of_id", "=", id).execute();
  await endOpenLinks(trx, { makerId: id, actorId: id });
  await trx.deleteFrom("join_requests").where("user_id", "=", id).execute();
  await trx
    .updateTable("invitations")
    .set({ for_name: "" })
    .where("accepted_by", "=", id)
    .where("email", "is", null)
    .execute();
  const unreachableAddress = `${id}@deleted.invalid`;
  await trx
    .updateTable("invitations")
    .set({ email: unreachableAddress })
    .where("accepted_by", "=", id)
    .where("email", "is not", null)
    .execute();
  if (!isEmailVerified || email === "") return;
  const open = await trx
    .updateTable("invitations")
    .set({ email: unreachableAddress, status: "declined", responded_at: new Date() })
    .where("email", "=", email)
    .where("status", "=", "pending")
    .returning(["id", "diary_id"])
    .execute();
  for (const { id: targetId, diary_id: diaryId } of open) {
    await recordAuditEvent(trx, id, {
      eventType: "invitation.declined",
      diaryId,
      targetType: "invitation",
      targetId,
    });
  }
  await trx
    .updateTable("invitations")
    .set({ email: unreachableAddress })
    .where("email", "=", email)
    .execute();
}
