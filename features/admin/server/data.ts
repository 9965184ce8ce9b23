import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { toUser, USER_COLUMNS, type User } from "../../account/rules.ts";

type Db = Kysely<Tables>;

/** The platform's administrators, newest first. */
export async function listAdmins(db: Db): Promise<User[]> {
  const rows = await db
    .selectFrom("users")
    .select(USER_COLUMNS)
    .where("is_admin", "=", true)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1000)
    .execute();
  return rows.map(toUser);
}

/** Marks a user's address as verified on the operator's word. */
export async function setEmailVerified(db: Db, userId: string): Promise<void> {
  await db.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
}

/** Grants or revokes the rights of a platform administrator. Only for the operator's command line. */
export async function setAdminRights(
  db: Db,
  userId: string,
  rights: { isAdmin: boolean; isSuperAdmin: boolean },
): Promise<void> {
  await db
    .updateTable("users")
    .set({ is_admin: rights.isAdmin, is_super_admin: rights.isSuperAdmin })
    .where("id", "=", userId)
    .execute();
}
