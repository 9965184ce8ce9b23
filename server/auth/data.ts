import type { JWK } from "jose";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../db/database.ts";

type Db = Database["db"];

export type PublishedKey = { kid: string; jwk: JWK };

/** The public keys that may still verify a token: current ones and those retired less than a day ago. */
export async function listKeys(db: Db): Promise<PublishedKey[]> {
  const { rows } = await sql<{ id: string; publicKey: string }>`
    select id, "publicKey" from auth.jwks
    where "expiresAt" is null or "expiresAt" > now() - interval '1 day'`.execute(db);
  return rows.map(({ id, publicKey }) => ({ kid: id, jwk: JSON.parse(publicKey) as JWK }));
}

/**
 * Counts one attempt in a window of fixed length that starts with its first attempt. One atomic statement, so that
 * simultaneous attempts on several nodes are all counted. Returns the count of this window and the seconds until it
 * ends.
 */
export async function countAttempt(db: Db, key: string, windowSeconds: number) {
  const { rows } = await sql<{ count: number; seconds: number }>`
    insert into auth.attempts as a (key, count, ends_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when a.ends_at <= now() then 1 else a.count + 1 end,
      ends_at = case when a.ends_at <= now() then excluded.ends_at else a.ends_at end
    returning count, ceil(extract(epoch from ends_at - now()))::int as seconds`.execute(db);
  return rows[0]!;
}

/** Deletes the counts of all keys that begin with `key`. */
export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await sql`delete from auth.attempts where starts_with(key, ${key})`.execute(db);
}

/** Whether an account was signed in from a network in the last 90 days. */
export async function isKnownNetwork(db: Db, account: string, network: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.known_networks
    where account = ${account} and network = ${network} and seen_at > now() - interval '90 days'`.execute(db);
  return rows.length > 0;
}

export async function rememberNetwork(db: Db, account: string, network: string): Promise<void> {
  await sql`
    insert into auth.known_networks (account, network) values (${account}, ${network})
    on conflict (account, network) do update set seen_at = now()`.execute(db);
}

/** Marks the address as verified: resetting a password by a mailed link requires access to the mailbox. */
export async function markEmailVerified(db: Db, authUserId: string): Promise<void> {
  await sql`update auth."user" set "emailVerified" = true where id = ${authUserId}`.execute(db);
}

/** Whether the account has been used to sign in, so that it may own data. */
export async function isInUse(db: Db, authUserId: string): Promise<boolean> {
  const { rows } = await sql`select from users where clerk_user_id = ${authUserId}`.execute(db);
  return rows.length > 0;
}

/** The address of an account of the embedded sign-in now; null when another provider keeps the account. */
export async function presentAddress(
  db: Db,
  authUserId: string,
): Promise<{ email: string; isVerified: boolean } | null> {
  const { rows } = await sql<{ email: string; isVerified: boolean }>`
    select email, "emailVerified" as "isVerified" from auth."user" where id = ${authUserId}`.execute(db);
  return rows[0] ?? null;
}

/** The verified address of a user's row, and the language of letters to it; else null. */
export async function readProvenAddress(
  db: Db,
  authUserId: string,
): Promise<{ email: string; language: string | null } | null> {
  const { rows } = await sql<{ email: string; language: string | null }>`
    select email, language from users
     where clerk_user_id = ${authUserId} and email_verified and email <> ''`.execute(db);
  return rows[0] ?? null;
}

export type SignInEvent = {
  type: string;
  /** The user id of the sign-in provider (`sub` of its tokens). */
  authUserId: string;
  details?: Record<string, string>;
  /** The session of the built-in sign-in that caused the event. */
  sessionId?: string | undefined;
};

/**
 * Adds a sign-in event to the audit log. The actor is the person's user row, or null before their first sync; the
 * target is always the account. Returns the account's language, for a letter about the event.
 */
export async function recordEvent(
  db: Db,
  { type, authUserId, details = {}, sessionId }: SignInEvent,
): Promise<string | null> {
  const { rows } = await sql<{ language: string | null }>`
    insert into audit_events (id, event_type, actor_id, target_type, target_id, details, session_id)
    values (${uuidv7()}, ${type}, (select id from users where clerk_user_id = ${authUserId}),
      'account', ${authUserId}, ${JSON.stringify(details)}::jsonb, ${sessionId ?? null})
    returning (select language from users where id = actor_id) as language`.execute(db);
  return rows[0]!.language;
}

/** Whether the database holds values that only the secret key can decrypt. */
export async function hasSecrets(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from auth.jwks) or exists (select from auth.oidc_sessions)
        or exists (select from auth."twoFactor") or exists (select from auth.push_keys) as found`.execute(db);
  return rows[0]!.found;
}

/** Stores a sign-in through an OpenID Connect issuer; `id` is the hash of the browser's cookie. */
export async function createOidcSession(
  db: Db,
  { id, subject, sealed, seconds }: { id: string; subject: string; sealed: string; seconds: number },
): Promise<void> {
  await sql`
    insert into auth.oidc_sessions (id, subject, sealed, expires_at)
    values (${id}, ${subject}, ${sealed}, now() + make_interval(secs => ${seconds}))`.execute(db);
}

/** The encrypted tokens of a session, or null when there is no such session. */
export async function readOidcSession(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ sealed: string }>`
    select sealed from auth.oidc_sessions where id = ${id} and expires_at > now()`.execute(db);
  return rows[0]?.sealed ?? null;
}

/** A session's person, its encrypted tokens, and how many seconds it stays confirmed; null when there is none. */
export async function readOidcPerson(
  db: Db,
  id: string,
): Promise<{ subject: string; sealed: string; seconds: number } | null> {
  const { rows } = await sql<{ subject: string; sealed: string; seconds: number }>`
    select subject, sealed,
           greatest(0, coalesce(floor(extract(epoch from confirmed_until - now())), 0))::int as seconds
      from auth.oidc_sessions where id = ${id} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/**
 * Confirms a session of this person for some seconds, and gives it the tokens of the sign-in that confirms it. False
 * when there is no such session any more.
 */
export async function confirmOidcSession(
  db: Db,
  { id, subject, sealed, seconds }: { id: string; subject: string; sealed: string; seconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth.oidc_sessions
       set confirmed_until = now() + make_interval(secs => ${seconds}), sealed = ${sealed}, renewing_until = null
     where id = ${id} and subject = ${subject} and expires_at > now()`.execute(db);
  return Number(numAffectedRows ?? 0n) === 1;
}

/**
 * Claims the renewal of a session's tokens for some seconds, across all nodes, without holding a transaction meanwhile.
 * Returns the encrypted tokens to renew, or null when another request renews them or the session is gone.
 */
export async function claimOidcRenewal(db: Db, id: string, seconds: number): Promise<string | null> {
  const { rows } = await sql<{ sealed: string }>`
    update auth.oidc_sessions set renewing_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and expires_at > now() and coalesce(renewing_until, '-infinity') <= now()
    returning sealed`.execute(db);
  return rows[0]?.sealed ?? null;
}

/** Replaces the claimed tokens by the renewed ones and ends the claim. */
export async function storeRenewedTokens(db: Db, id: string, before: string, sealed: string): Promise<void> {
  await sql`
    update auth.oidc_sessions set sealed = ${sealed}, renewing_until = null
    where id = ${id} and sealed = ${before}`.execute(db);
}

/** Ends a claim without new tokens; the next one is possible after a pause. */
export async function endOidcRenewal(db: Db, id: string, pauseSeconds: number): Promise<void> {
  await sql`
    update auth.oidc_sessions set renewing_until = now() + make_interval(secs => ${pauseSeconds})
    where id = ${id}`.execute(db);
}

/** Deletes a session; returns its user and its encrypted tokens, or null. */
export async function deleteOidcSession(db: Db, id: string) {
  const { rows } = await sql<{ subject: string; sealed: string }>`
    delete from auth.oidc_sessions where id = ${id} returning subject, sealed`.execute(db);
  return rows[0] ?? null;
}
