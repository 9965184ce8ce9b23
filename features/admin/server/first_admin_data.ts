import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Person } from "../../../server/access/gate.ts";
import type { Newcomer } from "../../../server/auth/auth_provider.ts";
import type { Tables } from "../../../server/db/database.ts";
import { FIRST_ADMIN_PATH } from "../rules.ts";
import { setAdminRights } from "./data.ts";

type Db = Kysely<Tables>;

/** So long a link holds that nobody used. Each start prints a new one. */
const VALID_HOURS = 24;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Whether the platform has, or ever had, an administrator: then no link makes another one. */
async function hadAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    select exists (select from users where is_admin)
        or exists (select from audit_events where event_type = 'admin.promoted') as had`.execute(db);
  return rows[0]!.had;
}

/**
 * Makes a link for the first administrator; null when there is or was one. Several nodes may each make one: the first
 * that is used ends all of them.
 * @returns the path of its page
 */
export async function makeFirstAdminLink(db: Db): Promise<string | null> {
  if (await hadAdministrator(db)) return null;
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("first_admin_links")
    .values({ token_hash: hashOf(token) })
    .execute();
  return `${FIRST_ADMIN_PATH}/${token}`;
}

/** Whether a link for the first administrator still holds. */
export async function isFirstAdminLink(db: Db, token: string): Promise<boolean> {
  const link = await db
    .selectFrom("first_admin_links")
    .select("made_at")
    .where("token_hash", "=", hashOf(token))
    .where("made_at", ">", sql<number>`now() - ${VALID_HOURS} * interval '1 hour'`)
    .executeTakeFirst();
  return link !== undefined && !(await hadAdministrator(db));
}

/** A new person comes with the link: they may make an account whatever SIGN_UP says. */
export async function admitsFirstAdmin(db: Db, { path }: Newcomer): Promise<boolean> {
  const token = path.startsWith(`${FIRST_ADMIN_PATH}/`) ? path.slice(FIRST_ADMIN_PATH.length + 1) : "";
  return token !== "" && (await isFirstAdminLink(db, token));
}

/** Makes the caller a super administrator and ends all links; false when the link doesn't hold. */
export async function becomeFirstAdmin(db: Db, { userId }: Person, token: string): Promise<boolean> {
  if (!(await isFirstAdminLink(db, token))) return false;
  // Of two people at the same moment one finds no link left: both delete the same rows.
  const { numDeletedRows } = await db.deleteFrom("first_admin_links").executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await setAdminRights(db, userId, { isAdmin: true, isSuperAdmin: true });
  return true;
}

/** Deletes links that hold no longer. */
export async function deleteOldLinks(db: Db): Promise<void> {
  await sql`delete from first_admin_links where made_at <= now() - ${VALID_HOURS} * interval '1 hour'`.execute(
    db,
  );
}
