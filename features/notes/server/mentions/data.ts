import type { Kysely } from "kysely";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getNameToShow } from "../../../../server/db/names.ts";

type Db = Kysely<Tables>;

/** A member whom a text may mention, and their address for mails. */
export type Mentionable = {
  userId: string;
  role: Role;
  /** The verified address of a user who wants mails about mentions, else null. */
  mailTo: string | null;
  /** Of their account; null where it has none. */
  language: string | null;
};

/** Finds the members among these users. */
export async function findMembers(db: Db, diaryId: string, userIds: string[]): Promise<Mentionable[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom("members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select([
      "m.user_id",
      "m.role",
      "u.email",
      "u.email_verified",
      "u.mention_mails",
      "u.closed_at",
      "u.language",
    ])
    .where("m.diary_id", "=", diaryId)
    .where("m.user_id", "in", userIds)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    role: row.role as Role,
    mailTo:
      row.closed_at === null && row.mention_mails && row.email_verified && row.email !== ""
        ? row.email
        : null,
    language: row.language,
  }));
}

/** Reads the author's name, the notebook's name, and the short ids of the notebook and of a stored note. */
export async function readPlace(
  db: Db,
  { diaryId, userId, noteId }: { diaryId: string; userId: string; noteId: string | null },
) {
  const { name, deleted_at, ...place } = await db
    .selectFrom("diaries as d")
    .innerJoin("users as u", (join) => join.on("u.id", "=", userId))
    .leftJoin("notes as n", (join) => join.onRef("n.diary_id", "=", "d.id").on("n.id", "=", noteId))
    .select([
      "u.name",
      "u.deleted_at",
      "d.name as notebook",
      "d.short_id as notebookId",
      "n.short_id as noteShortId",
    ])
    .where("d.id", "=", diaryId)
    .executeTakeFirstOrThrow();
  return { author: getNameToShow({ name, deleted_at }), ...place };
}
