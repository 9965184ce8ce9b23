import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../../lib/errors.ts";
import { consume } from "../../../../server/auth/limits.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { TARGET_MESSAGES } from "../../rules/targets.ts";
import { type Channel, MAX_TARGETS } from "../../rules.ts";
import type { SessionAccess, TargetAccess } from "../access.ts";

type Db = Kysely<Tables>;

const HOUR_SECONDS = 3_600;
/** More than a person changes devices or tries an address; enough for browsers that renew their subscription. */
const MAX_CHANGES = 100;
const MAX_TRIES = 30;

const WORKING = { failures: 0, failing_since: null, disabled_at: null } as const;

/**
 * Computes the hash by which an address is found again without storing it. Browsers compute it too, for their own
 * subscription.
 */
export const computeEndpointHash = (...parts: string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex");

/** A target to be stored: its address sealed, in base64, and what identifies it, in hex. */
export type NewTarget = { endpointHash: string; sealed: string; label: string };

/**
 * Counts requests to services that a person names.
 * @throws CareError when there were too many in an hour
 */
export async function recordAttempt(db: Db, userId: string): Promise<void> {
  await countChange(db, `service of a person|${userId}`, MAX_TRIES);
}

async function countChange(db: Db, key: string, max: number): Promise<void> {
  const { allowed } = await consume(db, key, { window: HOUR_SECONDS, max });
  if (!allowed) throw new CareError("limit", TARGET_MESSAGES.tooOften);
}

/** A target, and whether its person has just added it. */
export type StoredTarget = { deviceId: string; isNew: boolean };

/**
 * Stores a browser's subscription; returns its target. A known one stays unchanged; another user's subscription of this
 * browser ends, with its waiting deliveries. In place of `formerHash`, the user's label and detail stay. It ends with
 * the session in which it was stored last.
 * @throws CareError when the user has too many targets, or the session has just ended
 */
export async function storePushDevice(
  db: Db,
  { userId, sessionId }: SessionAccess,
  { formerHash, ...target }: NewTarget & { formerHash: string | null },
): Promise<StoredTarget> {
  if (sessionId !== null) await lockSession(db, sessionId);
  const known = await db
    .selectFrom("notification_targets")
    .select(["id", "user_id", "session_id", "failing_since", "disabled_at"])
    .where("endpoint_hash", "=", hashBytes(target.endpointHash))
    .executeTakeFirst();
  const isSame = known?.user_id === userId && known.session_id === sessionId;
  // The app calls this at each start: mostly there is no change.
  if (isSame && formerHash === null && known.failing_since === null && known.disabled_at === null)
    return { deviceId: known.id, isNew: false };
  // Also serializes the insertions of a user, so that their count is right.
  await countChange(db, `device|${userId}`, MAX_CHANGES);
  const former = formerHash === null ? null : await findTarget(db, userId, formerHash);
  const kept = former ?? (known?.user_id === userId ? known.id : null);
  if (known && known.id !== kept)
    await db.deleteFrom("notification_targets").where("id", "=", known.id).execute();
  if (kept === null)
    return { deviceId: await insertTarget(db, userId, "push", { ...target, sessionId }), isNew: true };
  await db
    .updateTable("notification_targets")
    .set({
      endpoint_hash: hashBytes(target.endpointHash),
      sealed: Buffer.from(target.sealed, "base64"),
      session_id: sessionId,
      ...WORKING,
    })
    .where("id", "=", kept)
    .execute();
  return { deviceId: kept, isNew: false };
}

/** Locks a session until the transaction ends: a target of an ended session would never be deleted. */
async function lockSession(db: Db, sessionId: string): Promise<void> {
  const { rows } = await sql`select from auth."session" where "id" = ${sessionId} for key share`.execute(db);
  if (rows.length === 0) throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
}

const hashBytes = (hex: string) => Buffer.from(hex, "hex");

async function findTarget(db: Db, userId: string, hash: string): Promise<string | null> {
  const row = await db
    .selectFrom("notification_targets")
    .select("id")
    .where("endpoint_hash", "=", hashBytes(hash))
    .where("user_id", "=", userId)
    .where("channel", "=", "push")
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Stores a topic or a webhook; returns its target.
 * @throws CareError when it is there already or the person has too many
 */
export async function storeService(
  db: Db,
  userId: string,
  channel: Exclude<Channel, "mail" | "push">,
  target: NewTarget,
): Promise<string> {
  await countChange(db, `device|${userId}`, MAX_CHANGES);
  const known = await db
    .selectFrom("notification_targets")
    .select("id")
    .where("endpoint_hash", "=", hashBytes(target.endpointHash))
    .executeTakeFirst();
  if (known) throw new CareError("conflict", TARGET_MESSAGES.hookExists, { path: "hookUrl" });
  return insertTarget(db, userId, channel, target);
}

async function insertTarget(
  db: Db,
  userId: string,
  channel: Channel,
  { endpointHash: hash, sealed, label, sessionId = null }: NewTarget & { sessionId?: string | null },
): Promise<string> {
  const { count } = await db
    .selectFrom("notification_targets")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("user_id", "=", userId)
    .where("channel", "!=", "mail")
    .executeTakeFirstOrThrow();
  if (count >= MAX_TARGETS) throw new CareError("limit", TARGET_MESSAGES.full);
  const id = uuidv7();
  await db
    .insertInto("notification_targets")
    .values({
      id,
      user_id: userId,
      channel,
      sealed: Buffer.from(sealed, "base64"),
      endpoint_hash: hashBytes(hash),
      session_id: sessionId,
      label,
    })
    .execute();
  return id;
}

/** The channel of a target, its sealed address in base64, and the language of its user. */
export async function readSealedTarget(db: Db, { targetId }: TargetAccess) {
  const row = await db
    .selectFrom("notification_targets as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.channel", "t.sealed", "u.language"])
    .where("t.id", "=", targetId)
    .executeTakeFirstOrThrow();
  return {
    channel: row.channel as Exclude<Channel, "mail">,
    sealed: row.sealed!.toString("base64"),
    language: row.language,
  };
}

/** Records that a target works: what had failed before doesn't count any more. */
export function recordWorking(db: Db, { targetId }: TargetAccess, now: Date): Promise<void> {
  return markWorking(db, targetId, now);
}

/** The same for a test that the operator sends. */
export async function markWorking(db: Db, targetId: string, now: Date): Promise<void> {
  await db
    .updateTable("notification_targets")
    .set({ last_ok: now, ...WORKING })
    .where("id", "=", targetId)
    .execute();
}
