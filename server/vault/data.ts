import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/database.ts";

type Db = Kysely<Tables>;

/** A data key as it is stored; `wrapped` is null once it was destroyed. */
export type StoredKey = {
  number: number;
  wrapped: Buffer | null;
  master_key_id: string;
  /** When the key was retired: it still decrypts, but encrypts nothing new. */
  retired_at: number | null;
};

const COLUMNS = ["number", "wrapped", "master_key_id", "retired_at"] as const;

/** All data keys that a notebook ever had. */
export function readDataKeys(db: Db, diaryId: string): Promise<StoredKey[]> {
  return db
    .selectFrom("notebook_keys")
    .select(COLUMNS)
    .where("diary_id", "=", diaryId)
    .orderBy("number")
    .execute();
}

/** The key for new messages of a notebook, locked against rotation and destruction until the transaction ends. */
export function lockCurrentKey(db: Db, diaryId: string): Promise<StoredKey | undefined> {
  return db
    .selectFrom("notebook_keys")
    .select(COLUMNS)
    .where("diary_id", "=", diaryId)
    .where("wrapped", "is not", null)
    .where("retired_at", "is", null)
    .orderBy("number", "desc")
    .limit(1)
    .forShare()
    .executeTakeFirst();
}

/** Keeps the master key from being changed until the end of the transaction. */
export async function lockMasterKey(db: Db): Promise<void> {
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
    // In a REPEATABLE READ transaction a conflict with a row that isn't visible raises an error, and the mutation is
    // retried.
    .onConflict((conflict) => conflict.columns(["diary_id", "number"]).doNothing())
    .returning("number")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The ids of the master keys that existing data keys need. */
export async function readMasterKeysInUse(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("notebook_keys")
    .select("master_key_id")
    .distinct()
    .where("wrapped", "is not", null)
    .execute();
  return rows.map((row) => row.master_key_id);
}

/**
 * All keys that aren't destroyed, with their notebooks. Locks the table: nobody adds or wraps one until the
 * transaction ends.
 */
export async function lockAllKeys(db: Db) {
  await sql`lock table notebook_keys in share row exclusive mode`.execute(db);
  return db
    .selectFrom("notebook_keys")
    .select(["diary_id", "number", "wrapped", "master_key_id"])
    .where("wrapped", "is not", null)
    .execute();
}

/** Stores keys as wrapped by another master key, and retires them: new messages get new keys. */
export async function replaceWrapped(
  db: Db,
  keys: readonly { diaryId: string; number: number; wrapped: Buffer }[],
  masterKeyId: string,
): Promise<void> {
  await sql`
    update notebook_keys k
       set wrapped = decode(n.wrapped, 'base64'), master_key_id = ${masterKeyId},
           retired_at = coalesce(k.retired_at, now())
      from unnest(${keys.map((key) => key.diaryId)}::uuid[], ${keys.map((key) => key.number)}::int[],
                  ${keys.map((key) => key.wrapped.toString("base64"))}::text[]) n (diary_id, number, wrapped)
     where k.diary_id = n.diary_id and k.number = n.number`.execute(db);
}

/** Deletes the keys of a notebook for good; returns their number and the number of notes that become unreadable. */
export async function destroyKeys(db: Db, diaryId: string): Promise<{ keys: number; notes: number }> {
  const destroyed = await db
    .updateTable("notebook_keys")
    .set({
      wrapped: null,
      destroyed_at: sql<Date>`now()`,
      retired_at: sql<Date>`coalesce(retired_at, now())`,
    })
    .where("diary_id", "=", diaryId)
    .where("wrapped", "is not", null)
    .returning("number")
    .execute();
  const { notes } = await db
    .selectFrom("notes")
    .select((eb) => eb.fn.countAll<number>().as("notes"))
    .where("diary_id", "=", diaryId)
    .where("is_encrypted", "=", true)
    .executeTakeFirstOrThrow();
  return { keys: destroyed.length, notes };
}

/** Overwrites the old rows that an update leaves in the table's file. Not possible in a transaction. */
export async function wipeDestroyedKeys(db: Db): Promise<void> {
  await sql`vacuum notebook_keys`.execute(db);
}

/** Runs `work` while no other process rotates keys. */
export function withRotationLock<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${ROTATION_LOCK})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${ROTATION_LOCK})`.execute(connection);
    }
  });
}

const ROTATION_LOCK = 7_301_015;
