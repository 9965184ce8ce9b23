import { type Kysely, sql } from "kysely";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { recordAuditEvent } from "../../../server/access/audit.ts";
import { recordEvent } from "../../../server/auth/data.ts";
import { accountOf } from "../../../server/auth/limits.ts";
import type { Database, Tables } from "../../../server/db/database.ts";
import type { OutgoingMail } from "../../../server/mail/message.ts";
import { enqueueMail } from "../../../server/mail/outbox.ts";
import { isConflict } from "../../../server/sync/sqlstate.ts";

/** How often a deletion is tried that met somebody else's change. */
const TRIES = 5;

/** Notebooks stand against a deletion: others use them, and they would have no owner. The message is for people. */
export class OwnsSharedNotebooks extends Error {
  constructor(names: readonly string[]) {
    super(`Others use notebooks that you own: ${names.map((name) => `“${name}”`).join(", ")}. ${WAY_OUT}`);
  }
}

const WAY_OUT = "Transfer or delete them first.";

type Trx = Kysely<Tables>;
type Person = { id: string; email: string; isProven: boolean };

/**
 * Deletes a person's account in one transaction (docs/decisions/0010): the sign-in with all sessions, the notebooks that
 * nobody else uses, their private notes and comments, their memberships. What they wrote for others stays under "Former
 * member". `farewell` is sent when it is done.
 * @param authUserId the account's id, `sub` of its tokens
 * @throws OwnsSharedNotebooks when notebooks have to be handed over first
 */
export async function deleteAccount(
  { db }: Pick<Database, "db">,
  authUserId: string,
  farewell: OutgoingMail,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((trx) => deleteAll(trx, authUserId, farewell));
    } catch (error) {
      if (!isConflict(error) || attempt === TRIES) throw error;
    }
  }
}

async function deleteAll(trx: Trx, authUserId: string, farewell: OutgoingMail): Promise<void> {
  const row = await trx
    .selectFrom("users")
    .select(["id", "email", "email_verified"])
    .where("clerk_user_id", "=", authUserId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row) {
    const person = { id: row.id, email: row.email, isProven: row.email_verified };
    await partFromNotebooks(trx, person);
    await forgetWords(trx, person);
    await forgetAddress(trx, person);
    await recordEvent(trx, { type: "account.deleted", authUserId });
    await becomeFormer(trx, person);
  }
  // Tokens that are still good for a few minutes make no new person.
  const noted = await trx
    .insertInto("deleted_accounts")
    .values({ auth_user_id: authUserId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("auth_user_id")
    .executeTakeFirst();
  // Another window was first.
  if (!noted) return;
  await sql`delete from auth.known_networks where account = ${accountOf(farewell.to)}`.execute(trx);
  await sql`delete from auth.verification where value like '%' || ${authUserId} || '%'`.execute(trx);
  await sql`delete from auth."user" where id = ${authUserId}`.execute(trx);
  await enqueueMail(trx, farewell);
}

/** Leaves all notebooks and deletes those that nobody else is in. The locks keep anybody from joining or handing over. */
async function partFromNotebooks(trx: Trx, { id: userId }: Person): Promise<void> {
  const memberships = await trx
    .selectFrom("members")
    .select(["id", "diary_id", "role"])
    .where("user_id", "=", userId)
    .orderBy("diary_id")
    .forUpdate()
    .execute();
  const owned = memberships.filter(({ role }) => role === "owner").map(({ diary_id }) => diary_id);
  if (owned.length > 0) await deleteOwned(trx, userId, owned);
  for (const { id, diary_id: diaryId, role } of memberships) {
    if (role === "owner") continue;
    await trx.deleteFrom("members").where("id", "=", id).execute();
    const details = { userId, role };
    await recordAuditEvent(trx, userId, {
      eventType: "member.left",
      diaryId,
      targetType: "member",
      targetId: id,
      details,
    });
  }
}

async function deleteOwned(trx: Trx, userId: string, owned: string[]): Promise<void> {
  const notebooks = await trx
    .selectFrom("diaries")
    .select(["id", "name", "avatar_id"])
    .where("id", "in", owned)
    .orderBy("id")
    .forUpdate()
    .execute();
  const others = await trx
    .selectFrom("members")
    .select("diary_id")
    .distinct()
    .where("diary_id", "in", owned)
    .where("user_id", "!=", userId)
    .execute();
  const shared = new Set(others.map(({ diary_id }) => diary_id));
  const inTheWay = notebooks.filter(({ id }) => shared.has(id));
  if (inTheWay.length > 0) throw new OwnsSharedNotebooks(inTheWay.map(({ name }) => name));
  await trx.deleteFrom("diaries").where("id", "in", owned).execute();
  const photos = notebooks.flatMap(({ avatar_id }) => avatar_id ?? []);
  if (photos.length > 0) await trx.deleteFrom("avatars").where("id", "in", photos).execute();
  for (const { id } of notebooks) {
    await recordAuditEvent(trx, userId, {
      eventType: "notebook.deleted",
      diaryId: id,
      targetType: "notebook",
      targetId: id,
    });
  }
}

/** Deletes what nobody but the person could read: private notes with all that hangs on them, versions, comments. */
async function forgetWords(trx: Trx, { id }: Person): Promise<void> {
  await trx.deleteFrom("comments").where("created_by", "=", id).where("visibility", "=", "private").execute();
  await trx.deleteFrom("notes").where("created_by", "=", id).where("visibility", "=", "private").execute();
  await trx
    .deleteFrom("note_versions")
    .where("written_by", "=", id)
    .where("visibility", "=", "private")
    .execute();
}

/**
 * Takes the address out of invitations and mails. An open invitation counts as declined. Where the address isn't proven
 * it may be somebody else's, and only what this person accepted is theirs.
 */
async function forgetAddress(trx: Trx, { id, email, isProven }: Person): Promise<void> {
  const nowhere = `${id}@deleted.invalid`;
  await trx.updateTable("invitations").set({ email: nowhere }).where("accepted_by", "=", id).execute();
  if (!isProven || email === "") return;
  const open = await trx
    .updateTable("invitations")
    .set({ email: nowhere, status: "declined", responded_at: new Date() })
    .where("email", "=", email)
    .where("status", "=", "pending")
    .returning(["id", "diary_id"])
    .execute();
  for (const { id: targetId, diary_id: diaryId } of open) {
    await recordAuditEvent(trx, id, {
      eventType: "invitation.declined",
      diaryId,
      targetType: "invitation",
      targetId,
    });
  }
  await trx.updateTable("invitations").set({ email: nowhere }).where("email", "=", email).execute();
  await sql`delete from mail_outbox where to_address = ${email}`.execute(trx);
}

/** What remains of the person is the author of what others go on reading, without a name. */
async function becomeFormer(trx: Trx, { id }: Person): Promise<void> {
  for (const table of ["admin_openings", "mention_mails", "upload_grants"] as const) {
    await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(trx);
  }
  await sql`delete from invitation_turns where of_id = ${id}`.execute(trx);
  await sql`delete from avatars a where uploaded_by = ${id}
    and not exists (select from diaries d where d.avatar_id = a.id)`.execute(trx);
  await trx
    .updateTable("users")
    .set({
      clerk_user_id: `deleted:${id}`,
      name: FORMER_MEMBER,
      email: "",
      email_verified: false,
      is_admin: false,
      is_super_admin: false,
      mention_mails: false,
    })
    .where("id", "=", id)
    .execute();
}
