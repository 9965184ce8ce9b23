import { sql } from "kysely";
import type { Database, Transaction } from "../db/database.ts";
import type { OutgoingMail } from "../mail/message.ts";
import { deleteMailsTo, enqueueMail } from "../mail/outbox.ts";
import { isConflict } from "../sync/sqlstate.ts";
import { endAccessTokens } from "./access_token_data.ts";
import { recordEvent } from "./data.ts";
import type { DeletedPerson, DeletesPerson } from "./deleted_person.ts";
import { accountKey } from "./limits.ts";

/** How often a deletion is tried that conflicts with another change. */
const MAX_ATTEMPTS = 5;

type Rooms = readonly DeletesPerson[];

/**
 * Deletes a person's account in one transaction (docs/decisions/0010): the sign-in with all sessions, and in each
 * room what `Room.deletePerson` deletes. What they wrote for others stays, attributed to a former member. `farewell`
 * is sent after success.
 * @param authUserId the account's id, `sub` of its tokens
 * @throws DeletionRefused by a room, such as when notebooks have to be handed over first
 */
export async function deleteAccount(
  { db }: Pick<Database, "db">,
  authUserId: string,
  farewell: OutgoingMail,
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
  farewell: OutgoingMail,
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
  // Tokens that are still valid for a few minutes must not create the person again.
  const inserted = await trx
    .insertInto("deleted_accounts")
    .values({ auth_user_id: authUserId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("auth_user_id")
    .executeTakeFirst();
  // Another request has deleted the account first.
  if (!inserted) return;
  await sql`delete from auth.known_networks where account = ${accountKey(farewell.to)}`.execute(trx);
  await sql`delete from auth.verification where value like '%' || ${authUserId} || '%'`.execute(trx);
  await sql`delete from auth."user" where id = ${authUserId}`.execute(trx);
  await enqueueMail(trx, farewell);
}

/**
 * Removes the name and all personal data from the user's row, which remains as the author of what others can still
 * read.
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
    })
    .where("id", "=", id)
    .execute();
}
