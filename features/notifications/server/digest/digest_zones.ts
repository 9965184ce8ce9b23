import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";

type Db = Kysely<Tables>;

/** The zone of a user without notebooks. */
const ANY_ZONE = "UTC";

/**
 * Reads the zones of digests until a device has sent the user's: that of the notebook in which they have been longest.
 */
export async function readNotebookZones(
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
