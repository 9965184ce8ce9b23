import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database, Transaction } from "../db/database.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { isTemporaryDatabaseError } from "../sync/sqlstate.ts";
import { runInLanguage } from "../words/texts.ts";
import { generateAccessToken, isAccessToken, isWellFormed } from "./access_token.ts";
import { recordEvent } from "./data.ts";
import { AuthFailure } from "./failure.ts";
import type { Identity, TokenVerifier } from "./identity.ts";
import { composeAccessTokenLetter } from "./letters.ts";
import { hashOfSecret } from "./link_token.ts";
import type { ProvenBy } from "./proof.ts";

type Db = Pick<Database, "db">;

/** More than anybody has programs. */
const MAX_TOKENS = 50;
/** The use of a token is recorded at most this often. */
const USE_MINUTES = 5;

/** A user's choices for a new token. */
export type NewAccessToken = {
  name: string;
  scopes: readonly string[];
  /** Null for all notebooks, including later ones. */
  diaryIds: readonly string[] | null;
  days: number;
};

/** Why no token was made: `full` at the limit, `notebook` when the user isn't a member of a chosen one. */
export type AccessTokenRefusal = "unknown" | "full" | "notebook";

/** The owner of a token and their re-authentication method. `email`: the recipient of the letter. */
export type TokenAccount = {
  authUserId: string;
  email: string | null;
  by: ProvenBy;
  sessionId?: string | undefined;
};

type Made = { token: string; tokenId: string } | { refusal: AccessTokenRefusal };

/** Makes a token for a person, and writes them a letter. Returns the token, which is known only now, or a refusal. */
export async function createAccessToken(
  { db }: Db,
  account: TokenAccount,
  wish: NewAccessToken,
  baseUrl: string,
): Promise<Made> {
  try {
    return await db.transaction().execute((trx) => createWithin(trx, account, wish, baseUrl));
  } catch (error) {
    if (error instanceof NotInNotebook) return { refusal: "notebook" };
    throw error;
  }
}

async function createWithin(
  trx: Transaction,
  { authUserId, email, by, sessionId }: TokenAccount,
  { name, scopes, diaryIds, days }: NewAccessToken,
  baseUrl: string,
): Promise<Made> {
  const person = await trx
    .selectFrom("users")
    .select(["id", "language"])
    .where("clerk_user_id", "=", authUserId)
    .where("closed_at", "is", null)
    // One after the other, so that two at once don't pass the limit.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) return { refusal: "unknown" };
  const { count } = await trx
    .selectFrom("access_tokens")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", person.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_TOKENS) return { refusal: "full" };
  const { token, hash, hint } = generateAccessToken();
  const tokenId = uuidv7();
  await sql`
    insert into access_tokens (id, user_id, name, token_hash, hint, scopes, all_notebooks, created_at, expires_at)
    values (${tokenId}, ${person.id}, ${name}, ${hash}, ${hint}, ${[...scopes]}, ${diaryIds === null},
      now(), now() + make_interval(days => ${days}))`.execute(trx);
  if (diaryIds !== null) {
    const { rows } = await sql`
      insert into access_token_notebooks (token_id, diary_id, user_id)
      select ${tokenId}::uuid, diary_id, user_id from members
       where user_id = ${person.id} and diary_id = any(${[...diaryIds]}::uuid[])
      returning diary_id`.execute(trx);
    if (rows.length !== new Set(diaryIds).size) throw new NotInNotebook();
  }
  await recordEvent(trx, { type: "account.accessTokenMade", authUserId, details: { tokenId }, sessionId });
  if (email !== null) {
    const compose = () => composeAccessTokenLetter(email, baseUrl, { days, by });
    await enqueueMail(trx, runInLanguage(person.language, compose));
  }
  return { token, tokenId };
}

class NotInNotebook extends Error {}

/** Ends all access tokens of an account; for events that also sign out its devices. */
export async function endAccessTokens(db: Database["db"] | Transaction, authUserId: string): Promise<number> {
  const ended = await sql`
    delete from access_tokens using users
     where users.id = access_tokens.user_id and users.clerk_user_id = ${authUserId}`.execute(db);
  return Number(ended.numAffectedRows ?? 0n);
}

/** Verifies access tokens, and leaves all other tokens to `verify`. */
export function acceptAccessTokens(verify: TokenVerifier, database: Db): TokenVerifier {
  return async (token) => {
    if (!isAccessToken(token)) return verify(token);
    try {
      return await verifyAccessToken(database, token);
    } catch (error) {
      // A temporary database failure doesn't mean that the token is invalid.
      if (isTemporaryDatabaseError(error)) throw new AuthFailure("unavailable");
      throw error;
    }
  };
}

/**
 * The identity of a token's owner. The token's rights are checked in each execution; see
 * `server/access/access_token.ts`.
 */
async function verifyAccessToken({ db }: Db, token: string): Promise<Identity> {
  if (!isWellFormed(token)) throw new AuthFailure("malformed");
  const row = await db
    .selectFrom("access_tokens as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select([
      "t.id",
      "t.all_notebooks",
      "t.expires_at",
      "t.last_used_at",
      "u.clerk_user_id",
      "u.email",
      "u.name",
    ])
    .where("t.token_hash", "=", hashOfSecret(token))
    .executeTakeFirst();
  if (!row) throw new AuthFailure("refused");
  if (row.expires_at <= Date.now()) throw new AuthFailure("expired", "exp");
  const { last_used_at: usedAt } = row;
  if (usedAt === null || usedAt < Date.now() - USE_MINUTES * 60_000) await recordUse(db, row.id);
  return {
    // Per token, so that results cached for one caller never serve another token of the same user.
    issuer: `access-token/${row.id}`,
    subject: row.clerk_user_id,
    email: row.email || null,
    emailVerified: false,
    name: row.name || null,
    expiresAt: row.expires_at,
    accessToken: { id: row.id, isLimited: !row.all_notebooks },
  };
}

/** Several nodes may do so at once; one of them writes. */
async function recordUse(db: Database["db"], tokenId: string): Promise<void> {
  await sql`
    update access_tokens set last_used_at = now()
     where id = ${tokenId} and coalesce(last_used_at < now() - make_interval(mins => ${USE_MINUTES}), true)`.execute(
    db,
  );
}
