import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";
import {
  GIVEN_UP_AFTER,
  getMessageRetryPause,
  getWebhookRetryPause,
  MAX_FAILING_MS,
  MAX_FAILURES,
} from "../rules/retry.ts";
import { wakeIfDue } from "./claims_data.ts";
import { turnOff } from "./data.ts";

type Db = Pick<Database, "db">;

/** A webhook that works is noted so often: each note makes its person's list be read again. */
const LAST_OK_MINUTES = 10;

type Attempt = { id: string; webhookId: string; attempts: number; madeAt: number };

/** Records that a message was taken, and that its webhook works. */
export async function recordSent(database: Db, one: Attempt, sentAs: string): Promise<void> {
  const { db } = database;
  await sql`
    update webhooks set last_ok = now(), failures = 0, failing_since = null, paused_until = null
     where id = ${one.webhookId}
       and (failures > 0 or last_ok is null or last_ok < now() - make_interval(mins => ${LAST_OK_MINUTES}))`.execute(
    db,
  );
  await sql`
    update webhook_deliveries
       set outcome = 'sent', told_as = ${sentAs}, tried_at = now(), failure = null, leased_until = null
     where id = ${one.id} and attempts = ${one.attempts} and outcome is null`.execute(db);
  await wakeIfDue(database, [one.webhookId]);
}

/** What became of a failure: the message is tried again, or given up; or its webhook was turned off. */
export type AfterFailure = "later" | "failed" | "off";

/**
 * Records a failed attempt and pauses the webhook. A webhook that has failed for too long is turned off.
 * @param asked the delay in seconds that the receiver asked for, if any
 */
export async function recordFailure(
  { db }: Db,
  one: Attempt,
  { sentAs, reason, asked }: { sentAs: string; reason: string; asked: number | null },
): Promise<AfterFailure> {
  const hook = await db
    .updateTable("webhooks")
    .set({
      failures: sql`failures + 1`,
      failing_since: sql`coalesce(failing_since, now())`,
      last_failed_at: sql`now()`,
      last_failure: reason.slice(0, 100),
    })
    .where("id", "=", one.webhookId)
    .returning(["failures", "failing_since"])
    .executeTakeFirst();
  // Deleted meanwhile.
  if (!hook) return "off";
  const now = Date.now();
  const wait = (pause: number) => now + Math.max(pause, (asked ?? 0) * 1000);
  const next = wait(getMessageRetryPause(one.attempts));
  const isOver = next > one.madeAt + GIVEN_UP_AFTER;
  await db
    .updateTable("webhook_deliveries")
    .set({
      told_as: sentAs,
      tried_at: sql`now()`,
      failure: reason.slice(0, 100),
      leased_until: null,
      ...(isOver ? { outcome: "failed" } : { next_attempt_at: new Date(next) }),
    })
    .where("id", "=", one.id)
    .where("attempts", "=", one.attempts)
    .where("outcome", "is", null)
    .execute();
  if (hook.failures >= MAX_FAILURES && now - hook.failing_since! > MAX_FAILING_MS) {
    await turnOff(db, one, "failing");
    return "off";
  }
  await db
    .updateTable("webhooks")
    .set({ paused_until: new Date(wait(getWebhookRetryPause(hook.failures))) })
    .where("id", "=", one.webhookId)
    // A success meanwhile has ended the pause.
    .where("failures", ">", 0)
    .execute();
  return isOver ? "failed" : "later";
}
