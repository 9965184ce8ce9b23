import { type Kysely, sql, type Updateable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import type { Person } from "../../../server/access/gate.ts";
import { consume } from "../../../server/auth/limits.ts";
import type { Tables } from "../../../server/db/database.ts";
import { readChosenNotebooks } from "../../notebooks/server/public.ts";
import {
  CHANGES,
  type Change,
  type DisabledReason,
  MAX_WEBHOOKS,
  ROTATION_MS,
  SHOWN_DELIVERIES,
  WEBHOOK_MESSAGES,
  type WebhookArea,
} from "../rules.ts";
import type { OwnDeliveryAccess, OwnWebhookAccess } from "./access.ts";
import { wake } from "./claims_data.ts";

type Db = Kysely<Tables>;

const HOUR_SECONDS = 3_600;
const MAX_TRIES = 30;

/**
 * Counts requests to addresses that a person names.
 * @throws CareError when there were too many in an hour
 */
export async function countTry(db: Db, { userId }: { userId: string }): Promise<void> {
  const { allowed } = await consume(db, `webhook|${userId}`, { window: HOUR_SECONDS, max: MAX_TRIES });
  if (!allowed) throw new CareError("limit", WEBHOOK_MESSAGES.tooOften);
}

/** A person's webhooks, newest first. */
export async function listWebhooks(db: Db, { userId }: Person) {
  const rows = await db
    .selectFrom("webhooks")
    .select(["id", "name", "host", "areas", "all_notebooks", "rotated_until", "created_at"])
    .select(["last_ok", "last_failed_at", "last_failure", "disabled_reason"])
    .select(["limited_until", "missed_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_WEBHOOKS)
    .execute();
  const notebooksOf = await readChosenNotebooks(db, "webhooks", rows);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    host: row.host,
    areas: row.areas as WebhookArea[] | null,
    notebooks: notebooksOf(row),
    rotatedUntil: row.rotated_until,
    lastOk: row.last_ok,
    lastFailedAt: row.last_failed_at,
    lastFailure: row.last_failure,
    limitedUntil: row.limited_until,
    missedAt: row.missed_at,
    disabledReason: row.disabled_reason as DisabledReason | null,
    _creationTime: row.created_at,
  }));
}

type Choices = { name: string; areas: WebhookArea[] | null; diaryIds: string[] | null };
/** An address with the secrets, sealed and in base64, and its server. */
type Address = { host: string; sealed: string };

/**
 * Stores a webhook; returns its id.
 * @throws CareError when there are too many, or the person isn't in a notebook that was chosen
 */
export async function createWebhook(
  db: Db,
  userId: string,
  { name, host, sealed, areas, diaryIds }: Choices & Address,
): Promise<string> {
  // One after the other, so that two at once don't pass the limit.
  await db.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom("webhooks")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_WEBHOOKS) throw new CareError("limit", WEBHOOK_MESSAGES.full);
  const id = uuidv7();
  await db
    .insertInto("webhooks")
    .values({
      id,
      user_id: userId,
      name,
      host,
      sealed: Buffer.from(sealed, "base64"),
      areas: areas && [...new Set(areas)],
      all_notebooks: diaryIds === null,
    })
    .execute();
  await chooseNotebooks(db, { userId, webhookId: id }, diaryIds);
  return id;
}

type Own = { userId: string; webhookId: string };

/** @throws CareError when the person isn't in a notebook that was chosen */
async function chooseNotebooks(db: Db, { userId, webhookId }: Own, diaryIds: string[] | null): Promise<void> {
  if (diaryIds === null) return;
  const chosen = [...new Set(diaryIds)];
  const notMember = new CareError("invalid", WEBHOOK_MESSAGES.notMember, { path: "diaryIds" });
  // PostgreSQL doesn't compare an id with a text that is none.
  if (!chosen.every(isFullId)) throw notMember;
  const stored = await db
    .insertInto("webhook_notebooks")
    .columns(["webhook_id", "diary_id", "user_id"])
    .expression((eb) =>
      eb
        .selectFrom("members")
        .select([sql<string>`${webhookId}::uuid`.as("webhook_id"), "diary_id", "user_id"])
        .where("user_id", "=", userId)
        .where("diary_id", "in", chosen),
    )
    .returning("diary_id")
    .execute();
  if (stored.length !== chosen.length) throw notMember;
}

/**
 * Stores a webhook's name, areas and notebooks.
 * @throws CareError when the user isn't a member of a chosen notebook
 */
export async function updateWebhook(
  db: Db,
  access: OwnWebhookAccess,
  { name, areas, diaryIds }: Choices,
): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ name, areas: areas && [...new Set(areas)], all_notebooks: diaryIds === null })
    .where("id", "=", access.webhookId)
    .execute();
  await db.deleteFrom("webhook_notebooks").where("webhook_id", "=", access.webhookId).execute();
  await chooseNotebooks(db, access, diaryIds);
}

/** The new sealed value in base64, with the former one that was read. */
type Resealed = { former: string; sealed: string };

/** @throws CareError when another request has changed the sealed value meanwhile */
async function updateSealed(
  db: Db,
  { webhookId }: OwnWebhookAccess,
  { former, sealed }: Resealed,
  more: Updateable<Tables["webhooks"]>,
): Promise<void> {
  const stored = await db
    .updateTable("webhooks")
    .set({ sealed: Buffer.from(sealed, "base64"), ...more })
    .where("id", "=", webhookId)
    .where("sealed", "=", Buffer.from(former, "base64"))
    .returning("id")
    .executeTakeFirst();
  if (!stored) throw new CareError("conflict", WEBHOOK_MESSAGES.changed);
}

/** Stores another address of a webhook: what failed at the former one doesn't count any more. */
export async function storeAddress(
  db: Db,
  access: OwnWebhookAccess,
  resealed: Resealed,
  host: string,
): Promise<void> {
  const more = { host, ...AS_NEW, last_ok: null, last_failed_at: null, last_failure: null };
  await updateSealed(db, access, resealed, more);
  await wake(db, [access.webhookId]);
}

/** What counts failures, without any. */
const AS_NEW = { failures: 0, failing_since: null, paused_until: null };

/** The sealed address and secrets of a webhook, in base64, and until when the former secret signs too. */
export async function readSealedWebhook(db: Db, { webhookId }: OwnWebhookAccess) {
  const row = await db
    .selectFrom("webhooks")
    .select(["sealed", "rotated_until"])
    .where("id", "=", webhookId)
    .executeTakeFirstOrThrow();
  return { sealed: row.sealed.toString("base64"), rotatedUntil: row.rotated_until };
}

/** Stores new secrets; the former one signs for another day. */
export const storeRotation = (
  db: Db,
  access: OwnWebhookAccess,
  resealed: Resealed,
  now: Date,
): Promise<void> =>
  updateSealed(db, access, resealed, { rotated_until: new Date(now.getTime() + ROTATION_MS) });

/** Turns a webhook on: what failed before doesn't count any more. `worked` is when a message arrived, if one did. */
export async function turnOn(
  db: Db,
  { webhookId }: OwnWebhookAccess,
  worked: Date | null = null,
): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({
      disabled_at: null,
      disabled_reason: null,
      ...AS_NEW,
      ...(worked && { last_ok: worked }),
    })
    .where("id", "=", webhookId)
    .execute();
  await wake(db, [webhookId]);
}

/** Turns a webhook off, and forgets what waits for it. */
export async function turnOff(
  db: Db,
  { webhookId }: { webhookId: string },
  reason: DisabledReason,
): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ disabled_at: sql`now()`, disabled_reason: reason })
    .where("id", "=", webhookId)
    .where("disabled_at", "is", null)
    .execute();
  await db
    .deleteFrom("webhook_deliveries")
    .where("webhook_id", "=", webhookId)
    .where("outcome", "is", null)
    .execute();
}

/** Deletes a webhook, with all that is on its way to it and was sent. */
export async function deleteWebhook(db: Db, { webhookId }: OwnWebhookAccess): Promise<void> {
  await db.deleteFrom("webhooks").where("id", "=", webhookId).execute();
  for (const table of ["webhook_queues", "webhook_deliveries"] as const)
    await db.deleteFrom(table).where("webhook_id", "=", webhookId).execute();
}

/** Lists the latest messages that were sent or tried. Unsent ones are left out, because they may be hidden. */
export async function listDeliveries(db: Db, { webhookId }: OwnWebhookAccess) {
  const rows = await db
    .selectFrom("webhook_deliveries")
    .select(["id", "kind", "change", "told_as", "attempts", "outcome", "failure"])
    .select(["made_at", "tried_at", "next_attempt_at"])
    .where("webhook_id", "=", webhookId)
    .where("tried_at", "is not", null)
    .orderBy("tried_at", "desc")
    .limit(SHOWN_DELIVERIES)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    event: row.told_as ?? `${row.kind}.${CHANGES[row.change as Change]}`,
    madeAt: row.made_at,
    triedAt: row.tried_at!,
    attempts: row.attempts,
    state: (row.outcome as "sent" | "failed" | null) ?? ("waiting" as const),
    failure: row.failure,
    nextAttemptAt: row.outcome === null ? row.next_attempt_at : null,
  }));
}

/** Has a message sent again, under the same id. It is checked again before. */
export async function sendAgain(db: Db, { webhookId, deliveryId }: OwnDeliveryAccess): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ outcome: null, next_attempt_at: sql`now()` })
    .where("id", "=", deliveryId)
    .where("leased_until", "is", null)
    .execute();
  await wake(db, [webhookId]);
}
