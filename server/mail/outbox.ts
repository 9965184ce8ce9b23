import type { Kysely } from "kysely";
import type { Tables } from "../db/database.ts";
import { insertMail } from "./data.ts";
import type { OutgoingMail } from "./message.ts";

/**
 * Writes a mail to the outbox in the caller's transaction, so that it is sent exactly when that
 * commits. The postman of any node picks it up within about a second.
 */
export async function enqueueMail(trx: Kysely<Tables>, message: OutgoingMail): Promise<void> {
  await insertMail(trx, message);
}
