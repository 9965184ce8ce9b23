import { recordAuditEvent } from "../../../server/access/audit.ts";
import { DeletionRefused } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";

/** Thrown when a person to be deleted owns notebooks with other members, which would be left without an owner. */
export class OwnsSharedNotebooks extends DeletionRefused {
  constructor(names: readonly string[]) {
    super(
      "OWNS_SHARED_NOTEBOOKS",
      `Others use notebooks that you own: ${names.map((name) => `“${name}”`).join(", ")}. ${WAY_OUT}`,
    );
  }
}

const WAY_OUT = "Transfer or delete them first.";

/**
 * Deletes the notebooks that a person owns, as part of deleting their account.
 * @throws OwnsSharedNotebooks when others are members of one
 */
export async function deleteOwned(trx: Transaction, userId: string, owned: string[]): Promise<void> {
  const notebooks = await trx
    .selectFrom("diaries")
    .select(["id", "name", "avatar_id"])
    .where("id", "in", owned)
    .orderBy("id")
    .forUpdate()
    .execute();
  const others = await trx
    .selectFrom("members")
    .select("diary_id")
    .distinct()
    .where("diary_id", "in", owned)
    .where("user_id", "!=", userId)
    .execute();
  const shared = new Set(others.map(({ diary_id }) => diary_id));
  const inTheWay = notebooks.filter(({ id }) => shared.has(id));
  if (inTheWay.length > 0) throw new OwnsSharedNotebooks(inTheWay.map(({ name }) => name));
  await trx.deleteFrom("diaries").where("id", "in", owned).execute();
  const photos = notebooks.flatMap(({ avatar_id }) => avatar_id ?? []);
  if (photos.length > 0) await trx.deleteFrom("avatars").where("id", "in", photos).execute();
  for (const { id } of notebooks) {
    await recordAuditEvent(trx, userId, {
      eventType: "notebook.deleted",
      diaryId: id,
      targetType: "notebook",
      targetId: id,
    });
  }
}
