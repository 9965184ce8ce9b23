import { type Kysely, sql } from "kysely";
import { MINUTE } from "../../../lib/time.ts";
import type { Tables } from "../../../server/db/database.ts";
import { MAX_CONTACTS } from "../rules.ts";

/** When somebody's device was last connected; epoch ms. */
export type Contact = { userId: string; device: "phone" | "computer"; at: number };

/** Heard of within this time, a device is connected: what was entered on it has come. Twice the time between two writes. */
const CONNECTED_MINUTES = 2;
/** Of several people only those who were connected within this time. */
const LATELY_HOURS = 24;

/**
 * The devices of these people that aren't connected now, the last one first: their phone, or else their computer. What was
 * entered on one since may not have come.
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
