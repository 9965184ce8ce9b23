import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { nextDigestAt } from "../rules/digest-times.ts";
import { DEFAULT_SETTINGS } from "../rules.ts";

type Db = Kysely<Tables>;

/** The clock of somebody who is in no notebook any more. */
const ANY_ZONE = "UTC";

/**
 * By whose clock people have their digest until a device has said theirs: that of the notebook in which they have been
 * longest.
 */
export async function zonesOfNotebooks(
  db: Db,
  userIds: readonly string[],
): Promise<(userId: string) => string> {
  const { rows } = await sql<{ user_id: string; time_zone: string }>`
    select u.id as user_id, x.time_zone
      from unnest(${[...userIds]}::uuid[]) u(id)
      cross join lateral (
        select d.time_zone from members m join diaries d on d.id = m.diary_id
         where m.user_id = u.id order by d.is_archived, m.joined_at, m.id limit 1) x`.execute(db);
  const zones = new Map(rows.map(({ user_id, time_zone }) => [user_id, time_zone]));
  return (userId) => zones.get(userId) ?? ANY_ZONE;
}

/**
 * Computes the next digest of those of these people for whom something waits and no device has said the clock yet; their
 * clock stays open, so that it is asked about. `now` in epoch ms.
 */
export async function beginDigests(db: Db, userIds: readonly string[], now: number): Promise<void> {
  if (userIds.length === 0) return;
  const people = await db
    .selectFrom("users as u")
    .leftJoin("notification_settings as s", "s.user_id", "u.id")
    .select(["u.id", "s.digest_minute", "s.digest_days"])
    .where("u.id", "in", [...new Set(userIds)])
    .where("s.time_zone", "is", null)
    .where("s.next_digest_at", "is", null)
    // Several planners write them in one order.
    .orderBy("u.id")
    .execute();
  if (people.length === 0) return;
  const zoneOf = await zonesOfNotebooks(
    db,
    people.map(({ id }) => id),
  );
  const rows = people.flatMap(({ id, digest_minute, digest_days }) => {
    const times = {
      timeZone: zoneOf(id),
      digestMinute: digest_minute ?? DEFAULT_SETTINGS.digestMinute,
      digestDays: digest_days ?? DEFAULT_SETTINGS.digestDays,
    };
    const next = nextOf(times, now);
    return next === null ? [] : [{ user_id: id, next_digest_at: new Date(next) }];
  });
  if (rows.length === 0) return;
  await db
    .insertInto("notification_settings")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ next_digest_at: sql`excluded.next_digest_at` })
        // A device may have said the clock meanwhile.
        .where("notification_settings.time_zone", "is", null)
        .where("notification_settings.next_digest_at", "is", null),
    )
    .execute();
}

/** One notebook in a zone that this version doesn't know mustn't stop anybody's reminders. */
function nextOf(times: Parameters<typeof nextDigestAt>[0], now: number): number | null {
  try {
    return nextDigestAt(times, now);
  } catch (error) {
    if (error instanceof RangeError) return nextDigestAt({ ...times, timeZone: ANY_ZONE }, now);
    throw error;
  }
}
