import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/database.ts";
import { insertMails } from "./data.ts";
import type { OutgoingMail } from "./message.ts";

/**
 * Writes a mail to the outbox in the caller's transaction, so that it is sent exactly if that commits. The postman of
 * any node sends it within about a second.
 */
export async function enqueueMail(trx: Kysely<Tables>, message: OutgoingMail): Promise<void> {
  await insertMails(trx, [message]);
}

/** As `enqueueMail`, for several at once. */
export async function enqueueMails(trx: Kysely<Tables>, messages: OutgoingMail[]): Promise<void> {
  if (messages.length > 0) await insertMails(trx, messages);
}

/** Deletes all mails to an address from the outbox, sent or not. */
export async function deleteMailsTo(trx: Kysely<Tables>, address: string): Promise<void> {
  await sql`delete from mail_outbox where to_address = ${address}`.execute(trx);
}
