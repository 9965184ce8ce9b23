import type { Kysely } from "kysely";
import type { Tables } from "../db/database.ts";

/** The language of an account; null where it has none. */
export async function readAccountLanguage(db: Kysely<Tables>, userId: string): Promise<string | null> {
  const user = await db.selectFrom("users").select("language").where("id", "=", userId).executeTakeFirst();
  return user?.language ?? null;
}
