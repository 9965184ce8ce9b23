import type { Kysely } from "kysely";
import type { Tables } from "../../server/db/database.ts";
import { type Page, type PageJournal, type PaginationOptions, paginate } from "../../server/db/pages.ts";

type Db = Kysely<Tables>;

/** People of the product, newest first. */
export function listUsers(
  db: Db,
  options: PaginationOptions,
  journal: PageJournal,
): Promise<Page<AdminUser>> {
  return paginate({
    options,
    journal,
    select: () =>
      db
        .selectFrom("users as r")
        .select([
          "r.id",
          "r.clerk_user_id",
          "r.email",
          "r.name",
          "r.is_admin",
          "r.is_super_admin",
          "r.created_at",
        ]),
    present: toAdminUser,
  });
}

/** The platform's administrators, newest first. */
export async function listAdmins(db: Db): Promise<AdminUser[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "clerk_user_id", "email", "name", "is_admin", "is_super_admin", "created_at"])
    .where("is_admin", "=", true)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1000)
    .execute();
  return rows.map(toAdminUser);
}

type AdminUser = ReturnType<typeof toAdminUser>;

function toAdminUser(row: {
  id: string;
  clerk_user_id: string;
  email: string;
  name: string;
  is_admin: boolean;
  is_super_admin: boolean;
  created_at: number;
}) {
  return {
    _id: row.id,
    clerkUserId: row.clerk_user_id,
    email: row.email,
    name: row.name,
    isAdmin: row.is_admin,
    isSuperAdmin: row.is_super_admin,
    _creationTime: row.created_at,
  };
}

/** The people with an e-mail address, oldest first: several accounts may share one. For the operator's command line. */
export function findUsersByEmail(db: Db, email: string) {
  return db
    .selectFrom("users")
    .select(["id", "email", "name", "is_admin", "is_super_admin"])
    .where("email", "=", email.trim().toLowerCase())
    .orderBy("created_at")
    .limit(10)
    .execute();
}

/** Gives or takes the rights of a platform administrator. For the operator's command line: there is no screen for it. */
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
