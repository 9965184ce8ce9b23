import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/database.ts";

type Db = Kysely<Tables>;

/** A data key as it is stored; without `wrapped` it was destroyed. */
export type StoredKey = { number: number; wrapped: Buffer | null; master_key_id: string };

/** All data keys that a notebook ever had. */
export function readDataKeys(db: Db, diaryId: string): Promise<StoredKey[]> {
  return db
    .selectFrom("notebook_keys")
    .select(["number", "wrapped", "master_key_id"])
    .where("diary_id", "=", diaryId)
    .orderBy("number")
    .execute();
}

/** The key that new messages of a notebook take, kept from rotation and destruction until the transaction ends. */
export function holdCurrentKey(db: Db, diaryId: string): Promise<StoredKey | undefined> {
  return db
    .selectFrom("notebook_keys")
    .select(["number", "wrapped", "master_key_id"])
    .where("diary_id", "=", diaryId)
    .where("wrapped", "is not", null)
    .where("retired_at", "is", null)
    .orderBy("number", "desc")
    .limit(1)
    .forShare()
    .executeTakeFirst();
}

/** From here to the end of the transaction nobody changes to another master key. */
export async function holdMasterKey(db: Db): Promise<void> {
  await sql`lock table notebook_keys in row exclusive mode`.execute(db);
}

/** Adds a key; false when another transaction has added one with that number. */
export async function insertDataKey(
  db: Db,
  key: { diaryId: string; number: number; wrapped: Buffer; masterKeyId: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto("notebook_keys")
    .values({
      diary_id: key.diaryId,
      number: key.number,
      wrapped: key.wrapped,
      master_key_id: key.masterKeyId,
    })
    // In a REPEATABLE READ transaction a key that it can't see raises a conflict, and the mutation runs again.
    .onConflict((conflict) => conflict.columns(["diary_id", "number"]).doNothing())
    .returning("number")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The ids of the master keys that are needed to open what is there. */
export async function masterKeysInUse(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("notebook_keys")
    .select("master_key_id")
    .distinct()
    .where("wrapped", "is not", null)
    .execute();
  return rows.map((row) => row.master_key_id);
}
