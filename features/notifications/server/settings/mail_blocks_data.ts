import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { countUpTo } from "../../../../server/jobs/queue.ts";
import { hashOfAddress } from "../../../../server/mail/unsubscribe_links.ts";

type Db = Kysely<Tables>;

/** Whether an address wants no letters from here. */
export const isBlocked = (db: Db, address: string): Promise<boolean> =>
  isHashBlocked(db, hashOfAddress(address));

export async function isHashBlocked(db: Db, addressHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom("mail_blocks")
    .select("at")
    .where("address_hash", "=", addressHash)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many addresses of people without an account want no letters; counted up to 10,000. */
export async function countBlocked(db: Db): Promise<number> {
  const { rows } = await sql
    .raw<{ count: number }>(`select ${countUpTo("from mail_blocks")} as count`)
    .execute(db);
  return rows[0]!.count;
}

/** Remembers that an address wants no letters from here. */
export async function addBlock(db: Db, addressHash: Buffer): Promise<void> {
  await db
    .insertInto("mail_blocks")
    .values({ address_hash: addressHash, reason: "asked in an invitation" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets it: the address gets letters again. */
export async function removeBlock(db: Db, addressHash: Buffer): Promise<void> {
  await db.deleteFrom("mail_blocks").where("address_hash", "=", addressHash).execute();
}
