import { sql } from "kysely";
import type { Database, Transaction } from "../db/database.ts";
import type { OutgoingMail } from "../mail/message.ts";
import { deleteMailsTo, enqueueMail } from "../mail/outbox.ts";
import { isConflict } from "../sync/sqlstate.ts";
import { endAccessTokens } from "./access_token_data.ts";
import { recordEvent } from "./data.ts";
import type { DeletedPerson, DeletesPerson } from "./deleted_person.ts";
import { getAccountKey } from "./limits.ts";

/**
 * A token outlives its account by minutes or hours, as its issuer decides; it must not recreate the user. A later
 * sign-in with the issuer's account makes a new user.
 */
const REMEMBERED = sql`interval '1 day'`;

/** How often a deletion is tried that conflicts with another change. */
const MAX_ATTEMPTS = 5;

type Rooms = readonly DeletesPerson[];

/**
 * Deletes a user's account in one transaction (docs/how/sign-in.md): the sign-in with all sessions, and each room's
 * rows by `Room.deletePerson`. Texts they wrote for others stay, attributed to a former member. `farewell` is sent
 * after success; null without a verified address.
 * @param authUserId the account's id, `sub` of its tokens
 * @throws DeletionRefused by a room, such as when notebooks have to be handed over first
 */
export async function deleteAccount(
  { db }: Pick<Database, "db">,
  authUserId: string,
  farewell: OutgoingMail | null,
  rooms: Rooms,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((trx) => deleteInTransaction(trx, authUserId, farewell, rooms));
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function deleteInTransaction(
  trx: Transaction,
  authUserId: string,
  farewell: OutgoingMail | null,
  rooms: Rooms,
): Promise<void> {
  const row = await trx
    .selectFrom("users")
    .select(["id", "email", "email_verified"])
    .where("clerk_user_id", "=", authUserId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row) {
    const person = { id: row.id, email: row.email, isEmailVerified: row.email_verified };
    for (const room of rooms) await room.deletePerson?.(trx, person);
    if (person.isEmailVerified && person.email !== "") await deleteMailsTo(trx, person.email);
    await recordEvent(trx, { type: "account.deleted", authUserId });
    await endAccessTokens(trx, authUserId);
    await anonymizeUser(trx, person);
  }
  const { rows: inserted } = await sql`
    insert into deleted_accounts (auth_user_id) values (${authUserId})
        on conflict (auth_user_id) do update set deleted_at = now()
     where deleted_accounts.deleted_at < now() - ${REMEMBERED} returning auth_user_id`.execute(trx);
  // Another request has deleted the account first.
  if (inserted.length === 0) return;
  await sql`delete from auth.verification where value like '%' || ${authUserId} || '%'`.execute(trx);
  await sql`delete from auth."user" where id = ${authUserId}`.execute(trx);
  await sql`delete from auth.oidc_sessions where subject = ${authUserId}`.execute(trx);
  // Of all sign-ins and access tokens: `getCallerKey` ends with the subject.
  await sql`delete from sync_outboxes where right(user_key, ${authUserId.length + 1}) = ${`|${authUserId}`}`.execute(
    trx,
  );
  if (!farewell) return;
  await sql`delete from auth.known_networks where account = ${getAccountKey(farewell.to)}`.execute(trx);
  await enqueueMail(trx, farewell);
}

/** Whether the account was deleted so lately that tokens of it may still be valid. */
export async function isDeleted(db: Database["db"], authUserId: string): Promise<boolean> {
  const { rows } = await sql`
    select from deleted_accounts
     where auth_user_id = ${authUserId} and deleted_at > now() - ${REMEMBERED}`.execute(db);
  return rows.length > 0;
}

/** Lets a deleted account that has signed in anew create a user again. */
export async function readmit(db: Database["db"], authUserId: string): Promise<void> {
  await sql`delete from deleted_accounts where auth_user_id = ${authUserId}`.execute(db);
}

/**
 * Removes the name and all personal data from the user's row, which remains as the author of content that others can
 * still read.
 */
async function anonymizeUser(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  await trx.deleteFrom("user_contacts").where("user_id", "=", id).execute();
  await trx
    .updateTable("users")
    .set({
      clerk_user_id: `deleted:${id}`,
      name: "",
      deleted_at: sql`now()`,
      email: "",
      email_verified: false,
      is_admin: false,
      is_super_admin: false,
      mention_mails: false,
      language: null,
    })
    .where("id", "=", id)
    .execute();
}
