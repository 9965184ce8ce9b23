import { type Kysely, sql } from "kysely";
import type { Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { shownName } from "../../../server/db/names.ts";
import { MAILS_A_DAY, MAILS_AN_HOUR } from "../rules.ts";

type Db = Kysely<Tables>;

/** A member whom a text may mention, and their address for mails. */
export type Mentionable = {
  userId: string;
  role: Role;
  /** A verified address of somebody who wants mails about mentions, else null. */
  mailTo: string | null;
};

/** Those of these users who are members. */
export async function findMembers(db: Db, diaryId: string, userIds: string[]): Promise<Mentionable[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom("members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.user_id", "m.role", "u.email", "u.email_verified", "u.mention_mails", "u.closed_at"])
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
  }));
}

const HOUR_MS = 3_600_000;

/** Chooses who gets a mail about a mention now and records it; people at their hourly or daily limit get none. */
export async function takeMails(db: Db, userIds: string[], now: Date): Promise<string[]> {
  if (userIds.length === 0) return [];
  const hoursAgo = (hours: number) => sql<number>`${new Date(now.getTime() - hours * HOUR_MS)}`;
  await db
    .deleteFrom("mention_mails")
    .where("user_id", "in", userIds)
    .where("sent_at", "<=", hoursAgo(24))
    .execute();
  const sent = await db
    .selectFrom("mention_mails")
    .select(({ fn }) => [
      "user_id",
      fn.countAll<number>().as("day"),
      fn.countAll<number>().filterWhere("sent_at", ">", hoursAgo(1)).as("hour"),
    ])
    .where("user_id", "in", userIds)
    .groupBy("user_id")
    .execute();
  const enough = sent.flatMap(({ user_id: userId, day, hour }) =>
    day >= MAILS_A_DAY || hour >= MAILS_AN_HOUR ? [userId] : [],
  );
  const activeIds = userIds.filter((userId) => !enough.includes(userId));
  if (activeIds.length === 0) return [];
  await db
    .insertInto("mention_mails")
    .values(activeIds.map((userId) => ({ user_id: userId, sent_at: now })))
    .execute();
  return activeIds;
}

/** Who wrote in which notebook, and where: the short ids of the notebook and, when it is stored, of the note. */
export async function placeOf(
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
  return { author: shownName({ name, deleted_at }), ...place };
}
