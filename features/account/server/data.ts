import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import type { Person, TokenAccess } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { toUser, USER_COLUMNS } from "../rules.ts";

type Db = Kysely<Tables>;

/** The caller's own user record, or null before the first sync. */
export async function getUser(db: Db, { subject }: TokenAccess) {
  const row = await db
    .selectFrom("users")
    .select([...USER_COLUMNS, "mention_mails"])
    .where("clerk_user_id", "=", subject)
    .executeTakeFirst();
  return row ? { ...toUser(row), mentionMails: row.mention_mails } : null;
}

/** Changes the given settings; writes nothing when nothing has changed. */
export async function updateSettings(
  db: Db,
  { userId }: Person,
  { mentionMails }: { mentionMails?: boolean | undefined },
): Promise<void> {
  if (mentionMails === undefined) return;
  await db
    .updateTable("users")
    .set({ mention_mails: mentionMails })
    .where("id", "=", userId)
    .where("mention_mails", "!=", mentionMails)
    .execute();
}

/**
 * Creates or updates the user that the token identifies; returns the user's id. Writes nothing when nothing has
 * changed. If the token has no e-mail, the stored one stays, else "".
 */
export async function syncUser(
  db: Db,
  user: { clerkUserId: string; email: string | null; emailVerified: boolean; name: string },
  now: Date,
): Promise<string> {
  const known = await db
    .selectFrom("users")
    .select(["id", "email", "email_verified", "name"])
    .where("clerk_user_id", "=", user.clerkUserId)
    .executeTakeFirst();
  if (!known) {
    await refuseDeleted(db, user.clerkUserId);
    const { id } = await db
      .insertInto("users")
      .values({
        id: uuidv7(),
        clerk_user_id: user.clerkUserId,
        email: user.email ?? "",
        email_verified: user.email !== null && user.emailVerified,
        name: user.name,
        created_at: now,
      })
      // If a concurrent request inserts first, this is a conflict that is retried, not a constraint error.
      .onConflict((conflict) => conflict.column("clerk_user_id").doNothing())
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const { name } = user;
  const address =
    user.email === null
      ? { email: known.email, email_verified: known.email_verified }
      : { email: user.email, email_verified: user.emailVerified };
  const isSame =
    known.name === name && known.email === address.email && known.email_verified === address.email_verified;
  if (!isSame) {
    await db
      .updateTable("users")
      .set({ ...address, name })
      .where("id", "=", known.id)
      .execute();
  }
  return known.id;
}

/** A token stays valid for some minutes after its account is deleted; it must not create the user again. */
async function refuseDeleted(db: Db, authUserId: string): Promise<void> {
  const deleted = await db
    .selectFrom("deleted_accounts")
    .select("auth_user_id")
    .where("auth_user_id", "=", authUserId)
    .executeTakeFirst();
  if (deleted) throw new CareError("unknown-user", "User not found");
}
