import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import { type Person, refuseClosed, type TokenAccess } from "../../../server/access/gate.ts";
import { isDeleted } from "../../../server/auth/account_deletion.ts";
import { presentAddress } from "../../../server/auth/data.ts";
import type { Tables } from "../../../server/db/database.ts";
import { isBuiltLanguage } from "../../../server/words/read.ts";
import { getPhotoId, getPictureUrl } from "../../avatars/rules.ts";
import { findUsablePhoto } from "../../avatars/server/public.ts";
import { toUser, USER_COLUMNS } from "../rules.ts";

type Db = Kysely<Tables>;

/** The caller's own user record, or null before the first sync. */
export async function getUser(db: Db, { subject }: TokenAccess, baseUrl: string) {
  const row = await db
    .selectFrom("users")
    .select([...USER_COLUMNS, "mention_mails", "language", "avatar_id", "closed_at"])
    .where("clerk_user_id", "=", subject)
    .executeTakeFirst();
  if (!row) return null;
  refuseClosed(row);
  return {
    ...toUser(row),
    mentionMails: row.mention_mails,
    language: row.language,
    avatarUrl: getPictureUrl(baseUrl, row.avatar_id),
  };
}

/** Changes the given settings; writes nothing when nothing has changed. */
export async function updateSettings(
  db: Db,
  { userId }: Person,
  { mentionMails, language }: { mentionMails?: boolean | undefined; language?: string | undefined },
): Promise<void> {
  const before = await db
    .selectFrom("users")
    .select(["mention_mails", "language"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const after = {
    mention_mails: mentionMails ?? before.mention_mails,
    language: toLanguage(language) ?? before.language,
  };
  if (after.mention_mails === before.mention_mails && after.language === before.language) return;
  await db.updateTable("users").set(after).where("id", "=", userId).execute();
}

/** A language that a browser names; null where this server has no texts in it, such as one of an older build. */
const toLanguage = (code: string | undefined): string | null =>
  code !== undefined && isBuiltLanguage(code) ? code : null;

/**
 * Shows a photo as the person's picture, or none; the one before is deleted.
 * @throws CareError unless the caller has uploaded the photo and nothing uses it
 */
export async function updatePicture(
  db: Db,
  person: Person,
  avatarUrl: string | null,
  baseUrl: string,
): Promise<void> {
  const { avatar_id: before } = await db
    .selectFrom("users")
    .select("avatar_id")
    .where("id", "=", person.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (getPictureUrl(baseUrl, before) === avatarUrl) return;
  const photoId =
    avatarUrl === null ? null : await findUsablePhoto(db, person, getPhotoId(baseUrl, avatarUrl));
  await db.updateTable("users").set({ avatar_id: photoId }).where("id", "=", person.userId).execute();
  if (before !== null) await db.deleteFrom("avatars").where("id", "=", before).execute();
}

/**
 * Creates or updates the user that the token identifies; returns the user's id. Writes nothing when nothing has
 * changed. If the token has no e-mail, the stored one stays, else "".
 */
export async function syncUser(
  db: Db,
  user: {
    clerkUserId: string;
    email: string | null;
    emailVerified: boolean;
    name: string;
    /** What the browser shows. It becomes the account's language, while that has none. */
    language?: string | undefined;
  },
  now: Date,
): Promise<string> {
  const known = await db
    .selectFrom("users")
    .select(["id", "email", "email_verified", "name", "language", "closed_at"])
    .where("clerk_user_id", "=", user.clerkUserId)
    .executeTakeFirst();
  const shown = toLanguage(user.language);
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
        language: shown,
        created_at: now,
      })
      // If a concurrent request inserts first, this is a conflict that is retried, not a constraint error.
      .onConflict((conflict) => conflict.column("clerk_user_id").doNothing())
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  refuseClosed(known);
  const { name } = user;
  const address = await readAddress(db, known, user);
  const language = known.language ?? shown;
  const isSame =
    known.name === name &&
    known.language === language &&
    known.email === address.email &&
    known.email_verified === address.email_verified;
  if (!isSame) {
    await db
      .updateTable("users")
      .set({ ...address, name, language })
      .where("id", "=", known.id)
      .execute();
  }
  return known.id;
}

/**
 * The address that a user's record is to have: the token's, or the stored one when the token has none. A token stays
 * valid for some minutes after its account got another address; it must not bring the former one back.
 */
async function readAddress(
  db: Db,
  known: { email: string; email_verified: boolean },
  token: { clerkUserId: string; email: string | null; emailVerified: boolean },
): Promise<{ email: string; email_verified: boolean }> {
  if (token.email === null) return { email: known.email, email_verified: known.email_verified };
  const present = token.email === known.email ? null : await presentAddress(db, token.clerkUserId);
  if (present) return { email: present.email, email_verified: present.isVerified };
  return { email: token.email, email_verified: token.emailVerified };
}

/** A token stays valid for some time after its account is deleted; it must not create the user again. */
async function refuseDeleted(db: Db, authUserId: string): Promise<void> {
  if (await isDeleted(db, authUserId)) throw new CareError("unknown-user", { key: "refusals.unknownUser" });
}
