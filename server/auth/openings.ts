import { type Kysely, sql } from "kysely";
import { describeDevice } from "../../lib/device-name.ts";
import type { Opening } from "../../lib/openings.ts";
import type { Tables, Transaction } from "../db/database.ts";
import { endAccessTokens } from "./access_token_data.ts";

/**
 * A room's openings: they open an account or send its data elsewhere, and outlive the session that made them, so they
 * are listed and ended together with passkeys, sessions and access tokens (docs/decisions/0205).
 */
export type OpensAccount = {
  listOpenings?(db: Kysely<Tables>, userId: string): Promise<Opening[]>;
  /** Ends the openings made since a time. */
  endOpenings?(trx: Transaction, userId: string, since: Date): Promise<void>;
};

const EVER = new Date(0);

type Account = { authUserId: string; rooms: readonly OpensAccount[] };

const readUser = async (db: Kysely<Tables>, authUserId: string): Promise<string | undefined> =>
  (await db.selectFrom("users").select("id").where("clerk_user_id", "=", authUserId).executeTakeFirst())?.id;

/** All that opens an account besides its password, but the session that asks. */
export async function listOpenings(
  db: Kysely<Tables>,
  { authUserId, rooms }: Account,
  sessionId: string,
): Promise<Opening[]> {
  const passkeys = await sql<{ id: string; name: string | null; madeAt: number | null }>`
    select id, name, "createdAt" as "madeAt" from auth.passkey
     where "userId" = ${authUserId} order by "createdAt"`.execute(db);
  const sessions = await sql<{ id: string; agent: string | null; madeAt: number }>`
    select id, "userAgent" as agent, "createdAt" as "madeAt" from auth."session"
     where "userId" = ${authUserId} and id <> ${sessionId} and "expiresAt" > now() order by "createdAt"`.execute(
    db,
  );
  const own: Opening[] = [
    ...passkeys.rows.map(({ id, name, madeAt }) => ({
      ...{ kind: "passkey" as const, id, name: name ?? "", madeAt: madeAt ?? 0 },
    })),
    ...sessions.rows.map(({ id, agent, madeAt }) => ({
      ...{ kind: "session" as const, id, name: describeDevice(agent), madeAt },
    })),
  ];
  const userId = await readUser(db, authUserId);
  if (userId === undefined) return own;
  const tokens = await db
    .selectFrom("access_tokens")
    .select(["id", "name", "created_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<number>`now()`)
    .orderBy("created_at")
    .execute();
  own.push(
    ...tokens.map(({ id, name, created_at: madeAt }) => ({ kind: "token" as const, id, name, madeAt })),
  );
  for (const room of rooms) own.push(...((await room.listOpenings?.(db, userId)) ?? []));
  return own;
}

/** Ends all that opens an account besides its password and one session. */
export async function endAllOpenings(
  trx: Transaction,
  { authUserId, rooms }: Account,
  keptSession: string,
): Promise<void> {
  await sql`delete from auth.passkey where "userId" = ${authUserId}`.execute(trx);
  await sql`delete from auth."session" where "userId" = ${authUserId} and id <> ${keptSession}`.execute(trx);
  await endAccessTokens(trx, authUserId);
  await endInRooms(trx, { authUserId, rooms }, EVER);
}

/**
 * Ends the openings made since the last sign-in that was surely the owner's: a user may reset a password by mail
 * because of an intruder. Sessions and access tokens end with any reset.
 */
export async function endOpeningsSinceGoodSignIn(trx: Transaction, account: Account): Promise<void> {
  const since = await lastGoodSignIn(trx, account.authUserId);
  await sql`
    delete from auth.passkey
     where "userId" = ${account.authUserId} and coalesce("createdAt" >= ${since}, true)`.execute(trx);
  await endInRooms(trx, account, since);
}

async function endInRooms(trx: Transaction, { authUserId, rooms }: Account, since: Date): Promise<void> {
  const userId = await readUser(trx, authUserId);
  if (userId === undefined) return;
  for (const room of rooms) await room.endOpenings?.(trx, userId, since);
}

/**
 * The last sign-in with the password in a browser that the account knew; the beginning of time without one. Not by a
 * passkey, which a thief may have added; and none of the days after a browser was new, which may have been the thief's.
 */
async function lastGoodSignIn(trx: Transaction, authUserId: string): Promise<Date> {
  const { rows } = await sql<{ at: number | null }>`
    with signed_in as (
      select created_at, details from audit_events
       where target_id = ${authUserId} and target_type = 'account' and event_type = 'account.signedIn')
    select max(created_at) as at from signed_in
     where details->>'method' <> 'passkey'
       and created_at <= coalesce(
         (select min(created_at) from signed_in
           where details->>'device' = 'new' and created_at > now() - ${SUSPECT}),
         'infinity')
       and coalesce(details->>'device', '') <> 'new'`.execute(trx);
  return new Date(rows[0]?.at ?? EVER);
}

/** How long a new browser may be an intruder's. */
const SUSPECT = sql`interval '30 days'`;
