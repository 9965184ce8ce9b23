import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { TokenAccess } from "../../server/access/gate.ts";
import type { Tables } from "../../server/db/database.ts";
import { toUser, USER_COLUMNS } from "./rules.ts";

type Db = Kysely<Tables>;

/** The caller's own record, or null before the first sync. */
export async function getUser(db: Db, { subject }: TokenAccess) {
  const row = await db
    .selectFrom("users")
    .select(USER_COLUMNS)
    .where("clerk_user_id", "=", subject)
    .executeTakeFirst();
  return row ? toUser(row) : null;
}

/**
 * Makes or brings up to date the record of whom the token speaks for; returns its id. Writes nothing when all is as it
 * was. Without an e-mail it keeps the known one, else "".
 */
export async function syncUser(
  db: Db,
  user: { clerkUserId: string; email: string | null; name: string },
  now: Date,
): Promise<string> {
  const known = await db
    .selectFrom("users")
    .select(["id", "email", "name"])
    .where("clerk_user_id", "=", user.clerkUserId)
    .executeTakeFirst();
  if (!known) {
    const { id } = await db
      .insertInto("users")
      .values({
        id: uuidv7(),
        clerk_user_id: user.clerkUserId,
        email: user.email ?? "",
        name: user.name,
        created_at: now,
      })
      // When another window is first, this is a conflict that is tried again instead of a broken constraint.
      .onConflict((conflict) => conflict.column("clerk_user_id").doNothing())
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const email = user.email ?? known.email;
  if (known.email !== email || known.name !== user.name) {
    await db.updateTable("users").set({ email, name: user.name }).where("id", "=", known.id).execute();
  }
  return known.id;
}
