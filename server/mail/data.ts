import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { COUNTED_TO } from "../../lib/queues.ts";
import type { Database, Tables } from "../db/database.ts";
import type { OutgoingMail } from "./message.ts";
import type { HeldBy } from "./retry.ts";

type Db = Pick<Database, "db">;

/** How many days the text of a failed mail stays, for `try-again mail`. */
export const KEPT_DAYS = 3;

/** A mail that is due, claimed by this node for a while. */
export type DueMail = OutgoingMail & {
  id: string;
  attempts: number;
  /** How long it has been tried. */
  triedForSeconds: number;
};

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
 * are due again afterwards. Counts the next attempt. Of those due at the same moment the least tried go first, so that one
 * that always fails isn't the first each time.
 */
export async function claimDueMails(
  { db }: Db,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    update mail_outbox
       set attempts = attempts + 1, tried_since = coalesce(tried_since, now()),
           next_attempt_at = now() + make_interval(secs => ${leaseSeconds}),
           claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from mail_outbox where next_attempt_at <= now()
      order by next_attempt_at, attempts limit ${limit} for update skip locked)
    returning id, to_address as "to", subject, text_body as text, html_body as html,
      unsubscribe_url as "unsubscribeUrl", attempts,
      extract(epoch from now() - tried_since)::float8 as "triedForSeconds"`.execute(db);
  return rows;
}

/** Records that a mail was sent, and deletes its text: it may hold a link that opens an account. */
export async function markSent({ db }: Db, id: string): Promise<void> {
  await sql`
    update mail_outbox
    set sent_at = now(), next_attempt_at = null, claimed_until = null, held_by = null, held_since = null,
        last_error = null, text_body = '', html_body = '', unsubscribe_url = null
    where id = ${id}`.execute(db);
}

/**
 * Records a failed attempt; the next one is in `retryInSeconds`, or never when that is null. Its text stays for
 * `KEPT_DAYS`: an operator who fixes the cause can have it sent.
 */
export async function markFailed(
  { db }: Db,
  id: string,
  { error, retryInSeconds, held }: { error: string; retryInSeconds: number | null; held: HeldBy },
): Promise<void> {
  const isOver = retryInSeconds === null;
  await sql`
    update mail_outbox
    set last_error = ${error}, claimed_until = null,
        failed_at = case when ${isOver} then now() end,
        next_attempt_at = now() + make_interval(secs => ${retryInSeconds}::double precision),
        held_since = case when ${isOver} or ${held}::text is null then null
                          when held_by = ${held} then held_since else now() end,
        held_by = case when ${isOver} then null else ${held}::text end
    where id = ${id}`.execute(db);
}

/** Makes claimed mails that weren't tried due again in `seconds`; the attempt doesn't count. */
export async function releaseMails({ db }: Db, ids: readonly string[], seconds: number): Promise<void> {
  await sql`
    update mail_outbox
    set attempts = attempts - 1, claimed_until = null, next_attempt_at = now() + make_interval(secs => ${seconds})
    where id = any(${ids})`.execute(db);
}

/**
 * The server refuses every mail: other due mails wait as well, without a dialogue each, and count as held. `ids` were
 * claimed and not tried.
 */
export async function holdAll(
  { db }: Db,
  { ids, error, seconds }: { ids: readonly string[]; error: string; seconds: number },
): Promise<void> {
  await releaseMails({ db }, ids, 0);
  await sql`
    update mail_outbox
    set next_attempt_at = now() + make_interval(secs => ${seconds}), last_error = ${error},
        held_since = case when held_by = 'server' then held_since else now() end, held_by = 'server'
    where id in (select id from mail_outbox where next_attempt_at <= now() for update skip locked)`.execute(
    db,
  );
}

/**
 * The server takes mails: refused mails are tried at once, unless a node is at it, and by {@link wasRefusedAlone} a
 * second refusal is that letter's own fault.
 */
export async function wakeHeld({ db }: Db): Promise<void> {
  await sql`
    update mail_outbox
    set next_attempt_at = case when claimed_until > now() then next_attempt_at else now() end,
        held_since = case when held_by = 'letter' then held_since end,
        held_by = case when held_by = 'letter' then held_by end
    where id in (select id from mail_outbox where held_since is not null for update skip locked)`.execute(db);
}

/** Whether the server has taken another mail since it first refused this one. */
export async function wasRefusedAlone({ db }: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    select exists (select from mail_outbox o where o.sent_at > m.held_since) as alone
      from mail_outbox m where m.id = ${id} and m.held_by = 'letter'`.execute(db);
  return rows[0]?.alone ?? false;
}

/** The trouble that keeps all mails from leaving. */
export type MailTrouble = {
  /**
   * `server`: it refuses this installation, or can't be reached. `letters`: it refuses every addressee or every text.
   */
  by: "server" | "letters";
  /** Epoch ms. */
  since: number;
  mails: number;
  /** The server's last answer; null for letters, because it may name their addressees. */
  words: string | null;
};

/** The trouble that holds all mails; null when there is none. One refused addressee isn't one. */
export async function readMailTrouble({ db }: Db): Promise<MailTrouble | null> {
  const { rows } = await sql<{
    by: "server" | "letter";
    since: number;
    mails: number;
    people: number;
    words: string;
  }>`
    select held_by as by, (extract(epoch from min(held_since)) * 1000)::float8 as since, count(*)::int as mails,
           count(distinct to_address)::int as people, (array_agg(last_error order by held_since))[1] as words
      from (select * from mail_outbox
             where held_since is not null
               and (held_by = 'server'
                    or held_since > coalesce((select max(sent_at) from mail_outbox), '-infinity'))
             order by held_since limit ${COUNTED_TO}) held
     group by held_by`.execute(db);
  const server = rows.find(({ by }) => by === "server");
  if (server) return { by: "server", since: server.since, mails: server.mails, words: server.words };
  const letters = rows.find(({ people }) => people > 1);
  return letters ? { by: "letters", since: letters.since, mails: letters.mails, words: null } : null;
}

/** Deletes the texts of mails that were given up {@link KEPT_DAYS} ago. */
export async function deleteGivenUpTexts({ db }: Db): Promise<void> {
  await sql`
    update mail_outbox set text_body = '', html_body = '', unsubscribe_url = null
    where failed_at < now() - make_interval(days => ${KEPT_DAYS}) and text_body <> ''`.execute(db);
}
