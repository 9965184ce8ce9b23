import { type Kysely, sql } from "kysely";
import { MINUTE } from "../../../lib/dates/time.ts";
import type { Tables } from "../../../server/db/database.ts";
import { MAX_CONTACTS } from "../rules.ts";

/** The last connection of a user's device; epoch ms. */
export type Contact = { userId: string; device: "phone" | "computer"; at: number };

/** A device counts as connected this long after its last contact: twice the interval between two writes. */
const CONNECTED_MINUTES = 2;
/** Of several people only those who were connected within this time. */
const LATELY_HOURS = 24;

/**
 * Lists the devices of these users that are offline, the latest contact first; of each user the phone, or else the
 * computer. Entries made on an offline device may not have arrived.
 */
export async function listContacts(db: Kysely<Tables>, userIds: readonly string[]): Promise<Contact[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<Contact & { age: number }>`
    select distinct on (user_id) user_id as "userId", device,
           floor(extract(epoch from last_at) * 1000)::float8 as at,
           (extract(epoch from now() - last_at) * 1000)::float8 as age
      from user_contacts where user_id = any(${[...userIds]}::uuid[])
     order by user_id, device desc`.execute(db);
  return rows
    .filter(
      ({ age }) =>
        age > CONNECTED_MINUTES * MINUTE && (userIds.length === 1 || age < LATELY_HOURS * 60 * MINUTE),
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_CONTACTS)
    .map(({ userId, device, at }) => ({ userId, device, at }));
}
