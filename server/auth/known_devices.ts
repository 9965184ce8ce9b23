import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";

/** Stays as long as browsers keep a cookie. */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60;
export const DEVICE_COOKIE = "device";

/** More browsers than one user has; windows that forget their cookies take a row each. */
const MAX_DEVICES = 20;

/** The value of a new browser's cookie. */
export const createDevice = (): string => randomBytes(32).toString("base64url");

/**
 * Remembers that a browser signed in to an account, by a hash of its cookie. Returns whether it is new while others are
 * known: the first browser of an account causes no letter.
 */
export async function meetDevice(db: Database["db"], authUserId: string, device: string): Promise<boolean> {
  const hash = createHash("sha256").update(device).digest("hex");
  const { rows } = await sql<{ isNew: boolean }>`
    with stored as (
      insert into auth.known_devices (user_id, hash) values (${authUserId}, ${hash})
      on conflict (user_id, hash) do update set seen_at = now()
      returning xmax = 0 as inserted
    )
    select inserted and exists (select from auth.known_devices where user_id = ${authUserId}) as "isNew"
      from stored`.execute(db);
  await sql`
    delete from auth.known_devices
     where user_id = ${authUserId} and hash in (
       select hash from auth.known_devices where user_id = ${authUserId}
        order by seen_at desc, hash offset ${MAX_DEVICES})`.execute(db);
  return rows[0]!.isNew;
}
