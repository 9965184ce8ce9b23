import { sql } from "kysely";
import type { Database, Transaction } from "../db/database.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { isConflict } from "../sync/sqlstate.ts";
import { runInLanguage } from "../words/texts.ts";
import { endAccessTokens } from "./access_token_data.ts";
import { recordEvent } from "./data.ts";
import {
  composeAddressTakenLetter,
  composeEmailChangedLetter,
  composeEmailChangeNotice,
  composeNewAddressLetter,
} from "./letters.ts";
import { getAccountKey } from "./limits.ts";
import { createSecret, hashOfSecret } from "./link_token.ts";

type Db = Pick<Database, "db">;

/** Like other links of letters. */
const LINK_MINUTES = 60;

/** How often a change is tried that conflicts with another one. */
const MAX_ATTEMPTS = 5;

/** A change that waits for the verification of its address. `linkWorks` is false when the link has run out. */
export type PendingEmailChange = { newEmail: string; linkWorks: boolean };

/** The change that waits on an account; after a day it is forgotten. */
export async function readPendingEmailChange(
  { db }: Db,
  authUserId: string,
): Promise<PendingEmailChange | null> {
  const { rows } = await sql<PendingEmailChange>`
    select new_email as "newEmail", link_until > now() as "linkWorks" from auth.email_changes
    where user_id = ${authUserId} and requested_at > now() - interval '1 day'`.execute(db);
  return rows[0] ?? null;
}

/**
 * Begins a change that replaces an earlier one: a letter with a link to the new address, and a notice to the current
 * one. An address that has an account gets a letter about that instead; the caller can't notice the difference.
 */
export async function requestEmailChange(
  { db }: Db,
  account: { authUserId: string; sessionId: string; email: string },
  newEmail: string,
  baseUrl: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into auth.email_changes (user_id, session_id, new_email, link_until)
      values (${account.authUserId}, ${account.sessionId}, ${newEmail}, now())
      on conflict (user_id) do update set session_id = excluded.session_id, new_email = excluded.new_email,
        requested_at = now()`.execute(trx);
    const language = await recordEvent(trx, { type: "account.emailChangeRequested", ...account });
    await sendLink(trx, { ...account, language }, newEmail, baseUrl);
    const compose = () => composeEmailChangeNotice(account.email, baseUrl);
    await enqueueMail(trx, runInLanguage(language, compose));
  });
}

/** Sends the link of the pending change again; the one before no longer works. False when nothing is pending. */
export async function sendEmailChangeAgain(
  { db }: Db,
  authUserId: string,
  baseUrl: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ newEmail: string; language: string | null }>`
      select new_email as "newEmail", (select language from users where clerk_user_id = ${authUserId}) as language
        from auth.email_changes
      where user_id = ${authUserId} and requested_at > now() - interval '1 day' for update`.execute(trx);
    if (!rows[0]) return false;
    const { newEmail, language } = rows[0];
    await sendLink(trx, { authUserId, language }, newEmail, baseUrl);
    return true;
  });
}

/** Gives the pending change a new link and mails it, or the news that the address has an account. */
async function sendLink(
  trx: Transaction,
  { authUserId, language }: { authUserId: string; language: string | null },
  newEmail: string,
  baseUrl: string,
): Promise<void> {
  const { rows } = await sql<{ language: string | null }>`
    select u.language from auth."user" a left join users u on u.clerk_user_id = a.id
     where a.email = ${newEmail}`.execute(trx);
  const isTaken = rows.length > 0;
  const token = createSecret();
  await sql`
    update auth.email_changes
    set token_hash = ${isTaken ? null : computeHash(token)}, link_until = now() + make_interval(mins => ${LINK_MINUTES})
    where user_id = ${authUserId}`.execute(trx);
  const letter = runInLanguage(isTaken ? rows[0]!.language : language, () =>
    isTaken
      ? composeAddressTakenLetter(newEmail, baseUrl)
      : composeNewAddressLetter(newEmail, baseUrl, token),
  );
  await enqueueMail(trx, letter);
}

/** Ends the pending change; its link no longer works. */
export async function cancelEmailChange({ db }: Db, authUserId: string): Promise<void> {
  await sql`delete from auth.email_changes where user_id = ${authUserId}`.execute(db);
}

/** The address is another account's by now. */
export class AddressTaken extends Error {}

/**
 * Changes the address with the token of a link, once: for the sign-in and in the user's row, in one transaction. Ends
 * all sessions but the requesting one and `alsoKeep`, all access tokens, and every link sent to the former address.
 * Returns the new address, or null for an unknown or expired token.
 * @param alsoKeep the session of the browser that opened the link
 * @throws AddressTaken
 */
export async function confirmEmailChange(
  { db }: Db,
  token: string,
  alsoKeep: string | null,
): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((trx) => confirmWithin(trx, token, alsoKeep));
    } catch (error) {
      if ((error as { code?: string }).code === "23505") throw new AddressTaken();
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function confirmWithin(
  trx: Transaction,
  token: string,
  alsoKeep: string | null,
): Promise<string | null> {
  const changes = await sql<{ authUserId: string; sessionId: string; newEmail: string; email: string }>`
    delete from auth.email_changes c using auth."user" u
    where c.token_hash = ${computeHash(token)} and c.link_until > now() and u.id = c.user_id
    returning c.user_id as "authUserId", c.session_id as "sessionId", c.new_email as "newEmail", u.email`.execute(
    trx,
  );
  const [change] = changes.rows;
  if (!change) return null;
  const { authUserId, newEmail, email } = change;
  await sql`
    update auth."user" set email = ${newEmail}, "emailVerified" = true, "updatedAt" = now()
    where id = ${authUserId}`.execute(trx);
  await trx
    .updateTable("users")
    .set({ email: newEmail, email_verified: true })
    .where("clerk_user_id", "=", authUserId)
    .execute();
  await sql`
    delete from auth."session" where "userId" = ${authUserId}
    and id <> all(${[change.sessionId, ...(alsoKeep ? [alsoKeep] : [])]})`.execute(trx);
  await endAccessTokens(trx, authUserId);
  // Links to choose a new password that went to the former address.
  await sql`delete from auth.verification where value like '%' || ${authUserId} || '%'`.execute(trx);
  await sql`
    insert into auth.known_networks (account, network, seen_at)
    select ${getAccountKey(newEmail)}, network, seen_at from auth.known_networks where account = ${getAccountKey(email)}
    on conflict (account, network) do nothing`.execute(trx);
  await sql`delete from auth.known_networks where account = ${getAccountKey(email)}`.execute(trx);
  const { sessionId } = change;
  const language = await recordEvent(trx, { type: "account.emailChanged", authUserId, sessionId });
  await enqueueMail(
    trx,
    runInLanguage(language, () => composeEmailChangedLetter(email)),
  );
  return newEmail;
}

const computeHash = (token: string) => hashOfSecret(token).toString("hex");
