import { type Compilable, type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";

/**
 * A user who has looked at a subject has seen its notifications: no mail and no digest contains them. Each function is
 * one statement over the reader's unseen notifications (`notifications_unseen`). A due subject is still to be done
 * afterwards: only `done_at` settles it, and escalations read that alone.
 */

type Db = Kysely<Tables>;
type Reader = { userId: string; before: Date; now: Date };

/** The kinds whose subjects "what is new" names. */
const NEWS = ["note", "comment", "mentioned", "assigned", "member-joined"];
/** Those kinds that are read once they were shown, without opening the subject. */
const SHOWN = ["assigned", "member-joined"];

/** Marks notifications of an open note, task or program, and of the comments on it, that were made before a time. */
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

/** Marks all news from before a time in notebooks that were read completely. */
export const markNewsSeen = (db: Db, reader: Reader, diaryIds: readonly string[]): Compilable =>
  markKindsSeen(db, reader, diaryIds, NEWS);

/** Marks new members and assignments from before a time in notebooks where these were shown. */
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
