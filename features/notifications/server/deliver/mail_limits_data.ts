import { type Kysely, sql } from "kysely";
import { DAY, HOUR } from "../../../../lib/dates/time.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { MAILS_A_DAY, MAILS_AN_HOUR } from "../../rules/mails.ts";
import type { Kind } from "../../rules.ts";

/**
 * Chooses who gets a mail of a kind now and records it; people at their hourly or daily limit of that kind get none.
 * `subjectId` is what it is about, where something later asks whether that was mailed.
 */
export async function reserveMails(
  db: Kysely<Tables>,
  userIds: readonly string[],
  { kind, subjectId, now }: { kind: Kind; subjectId: string | null; now: Date },
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const toPast = (ms: number) => sql<number>`${new Date(now.getTime() - ms)}`;
  await db
    .deleteFrom("mention_mails")
    .where("user_id", "in", userIds)
    .where("sent_at", "<=", toPast(DAY))
    .execute();
  const sent = await db
    .selectFrom("mention_mails")
    .select(({ fn }) => [
      "user_id",
      fn.countAll<number>().as("day"),
      fn.countAll<number>().filterWhere("sent_at", ">", toPast(HOUR)).as("hour"),
    ])
    .where("user_id", "in", userIds)
    .where("kind", "=", kind)
    .groupBy("user_id")
    .execute();
  const enough = sent.flatMap(({ user_id: userId, day, hour }) =>
    day >= MAILS_A_DAY || hour >= MAILS_AN_HOUR ? [userId] : [],
  );
  const activeIds = userIds.filter((userId) => !enough.includes(userId));
  if (activeIds.length === 0) return [];
  await db
    .insertInto("mention_mails")
    .values(activeIds.map((userId) => ({ user_id: userId, sent_at: now, kind, subject_id: subjectId })))
    .execute();
  return activeIds;
}
