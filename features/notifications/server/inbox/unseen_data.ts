import { type Kysely, sql } from "kysely";
import { isFullId } from "../../../../lib/ids.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { COMMENT_GROUP } from "../../rules/addressed.ts";
import { MAX_LISTED_UNSEEN, TIMED_KINDS } from "../../rules.ts";

type Db = Kysely<Tables>;
type Asked = {
  subjectType: "task" | "dose" | "note" | "program";
  taskId?: string | undefined;
  subjectId?: string | undefined;
  diaryId?: string | undefined;
};

/**
 * Lists a user's unseen notifications of open subjects: of an open task, note or program all of them, including
 * comments; else the reminders of tasks or doses, for a list. The newest, at most 200.
 */
export async function listUnseen(
  db: Db,
  { userId }: { readonly userId: string },
  { subjectType, taskId, subjectId = taskId, diaryId }: Asked,
) {
  if (![subjectId, diaryId].every((id) => id === undefined || isFullId(id))) return [];
  const rows = await db
    .selectFrom("notifications")
    .select(["id", "subject_id", "slot"])
    .where("user_id", "=", userId)
    .where("seen_at", "is", null)
    .where("done_at", "is", null)
    .where("subject_id", "is not", null)
    .$if(diaryId !== undefined, (query) => query.where("diary_id", "=", diaryId!))
    .where((eb) =>
      subjectId === undefined
        ? eb.and([eb("subject_kind", "=", subjectType), eb("kind", "in", TIMED_KINDS)])
        : eb.or([
            eb.and([eb("subject_kind", "=", subjectType), eb("subject_id", "=", subjectId)]),
            eb("group_key", "=", `${COMMENT_GROUP}${subjectId}`),
          ]),
    )
    .orderBy("made_at", "desc")
    .limit(MAX_LISTED_UNSEEN)
    .execute();
  return rows.map(({ id, subject_id, slot }) => ({ notificationId: id, subjectId: subject_id!, slot }));
}

/** Marks these of a user's notifications as seen; those of others and seen ones stay unchanged. */
export async function markManySeen(
  db: Db,
  userId: string,
  notificationIds: readonly string[],
  now: Date,
): Promise<void> {
  const ids = notificationIds.filter(isFullId);
  if (ids.length === 0) return;
  await db
    .updateTable("notifications")
    .set({ seen_at: now })
    .where("user_id", "=", userId)
    .where("seen_at", "is", null)
    // Screens that show tasks and doses mark these alone.
    .where("act", "is", null)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}
