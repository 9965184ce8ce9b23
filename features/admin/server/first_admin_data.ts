import { type Kysely, sql } from "kysely";
import type { Person } from "../../../server/access/gate.ts";
import type { Newcomer } from "../../../server/auth/auth_provider.ts";
import { createSecret, hashOfSecret } from "../../../server/auth/link_token.ts";
import type { Tables } from "../../../server/db/database.ts";
import { FIRST_ADMIN_PATH } from "../rules.ts";
import { setAdminRights } from "./data.ts";

type Db = Kysely<Tables>;

/** How long an unused link is valid. Each start prints a new one. */
const VALID_HOURS = 24;

/** The line that hands the operator a link. `path`: of its page */
export const getFirstAdminLine = (baseUrl: string, path: string): string =>
  `Open this within a day to become the administrator, once: ${baseUrl}${path}`;

/** Whether the platform has, or ever had, an administrator: then no link makes another one. */
async function hadAdministrator(db: Db): Promise<boolean> {
  // `lower`, because the index of the types of events has it.
  const { rows } = await sql<{ had: boolean }>`
    select exists (select from users where is_admin)
        or exists (select from audit_events where lower(event_type) = 'admin.promoted') as had`.execute(db);
  return rows[0]!.had;
}

/**
 * Makes a link for the first administrator; null when there is or was one. Several nodes may each make one: the first
 * that is used ends all of them.
 * @returns the path of its page
 */
export async function makeFirstAdminLink(db: Db): Promise<string | null> {
  if (await hadAdministrator(db)) return null;
  const token = createSecret();
  await db
    .insertInto("first_admin_links")
    .values({ token_hash: hashOfSecret(token) })
    .execute();
  return `${FIRST_ADMIN_PATH}/${token}`;
}

/** Whether a link for the first administrator still holds. */
export async function isFirstAdminLink(db: Db, token: string): Promise<boolean> {
  const link = await db
    .selectFrom("first_admin_links")
    .select("made_at")
    .where("token_hash", "=", hashOfSecret(token))
    .where("made_at", ">", sql<number>`now() - ${VALID_HOURS} * interval '1 hour'`)
    .executeTakeFirst();
  return link !== undefined && !(await hadAdministrator(db));
}

/** A new user who comes with the link may make an account regardless of SIGN_UP. */
export async function admitsFirstAdmin(db: Db, { path }: Newcomer): Promise<boolean> {
  const token = path.startsWith(`${FIRST_ADMIN_PATH}/`) ? path.slice(FIRST_ADMIN_PATH.length + 1) : "";
  return token !== "" && (await isFirstAdminLink(db, token));
}

/** Makes the caller a super administrator and ends all links; false when the link isn't valid. */
export async function becomeFirstAdmin(db: Db, { userId }: Person, token: string): Promise<boolean> {
  if (!(await isFirstAdminLink(db, token))) return false;
  // Of two people at the same moment one finds no link left: both delete the same rows.
  const { numDeletedRows } = await db.deleteFrom("first_admin_links").executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await setAdminRights(db, userId, { isAdmin: true, isSuperAdmin: true });
  return true;
}

/** Deletes expired links. */
export async function deleteOldLinks(db: Db): Promise<void> {
  await sql`delete from first_admin_links where made_at <= now() - ${VALID_HOURS} * interval '1 hour'`.execute(
    db,
  );
}
