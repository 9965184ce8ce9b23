import type { Kysely } from "kysely";
import { CareError } from "../../lib/errors.ts";
import type { Tables } from "../db/database.ts";
import type { Caller } from "./gate.ts";

/**
 * The owner of a signed link as a caller, so that a link gives access only to what its owner may see at that moment.
 */
export async function findBearerOfLink(db: Kysely<Tables>, userId: string): Promise<Caller> {
  const user = await db
    .selectFrom("users")
    .select("clerk_user_id")
    .where("id", "=", userId)
    .executeTakeFirst();
  const subject = user?.clerk_user_id;
  return {
    db,
    identity: subject
      ? { subject, email: "", emailVerified: false, name: "", issuer: "link", expiresAt: 0 }
      : null,
  };
}

/** For checks whose refusal is a valid result: returns null for a refusal and rethrows any other error. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof CareError) return null;
  throw error;
}
