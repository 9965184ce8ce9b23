import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/database.ts";

export type StoredPushKey = { publicKey: string; sealed: string };

/** The stored key; null before the first start. */
export async function findPushKey(db: Kysely<Tables>): Promise<StoredPushKey | null> {
  const { rows } = await sql<StoredPushKey>`
    select public_key as "publicKey", sealed from auth.push_keys`.execute(db);
  return rows[0] ?? null;
}

/** Stores the first key; of several nodes that start at once one does. */
export async function insertPushKey(db: Kysely<Tables>, { publicKey, sealed }: StoredPushKey): Promise<void> {
  await sql`
    insert into auth.push_keys (public_key, sealed) values (${publicKey}, ${sealed})
    on conflict do nothing`.execute(db);
}

/** Deletes the key, so that the next start makes a new one. */
export async function deletePushKey(db: Kysely<Tables>): Promise<void> {
  await sql`delete from auth.push_keys`.execute(db);
}
