import { type Compilable, type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";

/**
 * Whoever has looked at a matter has seen what they are notified of it: no mail and no digest tells them of it. Each is one
 * statement over the reader's unseen notifications (`notifications_unseen`). What is due is still to be done afterwards:
 * only `done_at` settles it, and escalations ask for that alone.
 */

type Db = Kysely<Tables>;
type Reader = { userId: string; before: Date; now: Date };

/** The kinds whose matters "what is new" names. */
const NEWS = ["note", "comment", "mentioned", "assigned", "member-joined"];
/** Those of them that are read once they were shown, without opening anything. */
const SHOWN = ["assigned", "member-joined"];

/** Of a note, a task or a program that is open before its reader, with the comments on it: what was made before a time. */
export const markSubjectSeen = (
  db: Db,
  { userId, before, now }: Reader,
  { diaryId, type, id }: { diaryId: string; type: string; id: string },
): Compilable => {
  const statement = sql`
    update notifications set seen_at = ${now}::timestamptz
     where user_id = ${userId}::uuid and seen_at is null and diary_id = ${diaryId}::uuid
       and ((subject_kind = ${type} and subject_id = ${id}::uuid) or group_key = ${`comment ${id}`})
       and ${hasHappenedBefore(before)}`;
  return { compile: () => statement.compile(db) };
};

/** Of notebooks in which everything was read: all news from before a time. */
export const markNewsSeen = (db: Db, reader: Reader, diaryIds: readonly string[]): Compilable =>
  markKindsSeen(db, reader, diaryIds, NEWS);

/** Of notebooks of which it was shown who joined and what the reader was given to do: that, from before a time. */
export const markShownSeen = (db: Db, reader: Reader, diaryIds: readonly string[]): Compilable =>
  markKindsSeen(db, reader, diaryIds, SHOWN);

function markKindsSeen(
  db: Db,
  { userId, before, now }: Reader,
  diaryIds: readonly string[],
  kinds: string[],
) {
  const statement = sql`
    update notifications set seen_at = ${now}::timestamptz
     where user_id = ${userId}::uuid and seen_at is null and diary_id = any(${[...diaryIds]}::uuid[])
       and kind = any(${kinds}::text[]) and ${hasHappenedBefore(before)}`;
  return { compile: () => statement.compile(db) };
}

/** The news of a given task has the time of the giving, its notification that of the transaction. */
const hasHappenedBefore = (before: Date) => sql`
  case when kind = 'assigned'
       then exists (select from tasks t where t.diary_id = notifications.diary_id
                       and t.id = notifications.subject_id and t.assigned_at < ${before}::timestamptz)
       else made_at < ${before}::timestamptz end`;
