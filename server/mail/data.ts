import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database, Tables } from "../db/database.ts";
import type { OutgoingMail } from "./message.ts";

/** A mail that is due, claimed by this node for a while. */
export type DueMail = OutgoingMail & { id: string; attempts: number };

/** Adds mails to the outbox, at least one, in the caller's transaction. */
export async function insertMails(trx: Kysely<Tables>, mails: OutgoingMail[]): Promise<void> {
  const rows = mails.map(
    ({ to, subject, text, html, unsubscribeUrl = null }) =>
      sql`(${uuidv7()}, ${to}, ${subject}, ${text}, ${html}, ${unsubscribeUrl})`,
  );
  await sql`
    insert into mail_outbox (id, to_address, subject, text_body, html_body, unsubscribe_url)
    values ${sql.join(rows)}`.execute(trx);
}

/**
 * Claims due mails for `leaseSeconds`, oldest first: no other node takes them meanwhile, and if this one dies they
 * are due again afterwards. Counts the next attempt.
 */
export async function claimDueMails(
  { db }: Pick<Database, "db">,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    update mail_outbox set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from mail_outbox where next_attempt_at <= now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id, to_address as "to", subject, text_body as text, html_body as html,
      unsubscribe_url as "unsubscribeUrl", attempts`.execute(db);
  return rows;
}

/** Records that a mail was sent, and deletes its text: it may hold a link that opens an account. */
export async function markSent({ db }: Pick<Database, "db">, id: string): Promise<void> {
  await sql`
    update mail_outbox
    set sent_at = now(), next_attempt_at = null, last_error = null, text_body = '', html_body = '', unsubscribe_url = null
    where id = ${id}`.execute(db);
}

/**
 * Records a failed attempt; the next one is in `retryInSeconds`, or never when that is null. Then the text is deleted
 * as well, since it may hold a link that still works.
 */
export async function markFailed(
  { db }: Pick<Database, "db">,
  id: string,
  { error, retryInSeconds }: { error: string; retryInSeconds: number | null },
): Promise<void> {
  await sql`
    update mail_outbox
    set last_error = ${error}, failed_at = case when ${retryInSeconds === null} then now() end, next_attempt_at = now() + make_interval(secs => ${retryInSeconds}::double precision),
        text_body = case when ${retryInSeconds === null} then '' else text_body end,
        html_body = case when ${retryInSeconds === null} then '' else html_body end,
        unsubscribe_url = case when ${retryInSeconds === null} then null else unsubscribe_url end
    where id = ${id}`.execute(db);
}
