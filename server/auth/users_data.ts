import type { Database } from "../db/database.ts";

/** The users with an e-mail address, oldest first; several accounts may share one. For the operator's command line. */
export function findUsersByEmail(db: Database["db"], email: string) {
  return db
    .selectFrom("users")
    .select([
      "id",
      "clerk_user_id",
      "email",
      "email_verified",
      "name",
      "language",
      "is_admin",
      "is_super_admin",
    ])
    .where("email", "=", email.trim().toLowerCase())
    .orderBy("created_at")
    .limit(10)
    .execute();
}
