import { type Kysely, sql } from "kysely";
import type { Role } from "../../../server/access/permissions.ts";
import type { Database, Tables } from "../../../server/db/database.ts";
import {
  GIVEN_UP_AFTER,
  MAX_FAILING_MS,
  MAX_FAILURES,
  MAX_WAITING,
  pauseOfMessage,
  pauseOfWebhook,
} from "../rules.ts";
import { turnOff } from "./data.ts";
import type { ChangedRow } from "./events.ts";

type Db = Pick<Database, "db">;

/** So many messages are on their way to one webhook at the same time; to one that fails, one. */
const AT_ONCE = 4;
/** Longer than an attempt takes. */
const LEASE_SECONDS = 60;
/** A webhook that works is noted so often: each note makes its person's list be read again. */
const LAST_OK_MINUTES = 10;

/** Each webhook for which something waits, and a null: a step in the index for each, however much it is. */
const hooks = sql`hooks(id) as (
      (select d.webhook_id from webhook_deliveries d where d.outcome is null order by d.webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d
               where d.outcome is null and d.webhook_id > h.id order by d.webhook_id limit 1)
        from hooks h where h.id is not null
    )`;

/** A message that this node has claimed. */
export type Claimed = ChangedRow & {
  id: string;
  /** Counts claims: an older claim records nothing any more. */
  attempts: number;
  webhookId: string;
  sealed: Buffer;
  rotatedUntil: number | null;
};

type ClaimedRow = Omit<Claimed, "sealed" | "role"> & {
  sealed: Buffer | null;
  role: Role | null;
  isOn: boolean | null;
};

/**
 * Claims due messages, at most `limit`: no other node takes them meanwhile, and if this one dies they are due again. Of
 * each webhook a few, so that one with a thousand messages or a slow receiver leaves room for the others. What may not be
 * sent any more, because its webhook or membership is gone, is deleted.
 */
export async function claimMessages({ db }: Db, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<ClaimedRow>`
    with recursive ${hooks},
    due as (
      select c.id
        from hooks h
        left join webhooks w on w.id = h.id
        cross join lateral (
          select d.id, d.next_attempt_at from webhook_deliveries d
           where d.webhook_id = h.id and d.outcome is null and d.next_attempt_at <= now()
           order by d.next_attempt_at
           limit greatest(0, case when w.failures > 0 then 1 else ${sql.lit(AT_ONCE)} end
                  - (select count(*) from webhook_deliveries f
                      where f.webhook_id = h.id and f.leased_until > now()))
             for update skip locked) c
       where h.id is not null and coalesce(w.paused_until <= now(), true)
       order by c.next_attempt_at limit ${sql.lit(limit)}
    ),
    claimed as (
      update webhook_deliveries d
         set attempts = d.attempts + 1, leased_until = now() + make_interval(secs => ${LEASE_SECONDS}),
             next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
        from due where d.id = due.id
      returning d.*
    )
    select c.id, c.attempts, c.webhook_id as "webhookId", c.kind, c.change, c.subject_id as "subjectId",
           c.diary_id as "diaryId", (extract(epoch from c.made_at) * 1000)::float8 as "madeAt",
           c.role as "roleThen", c.before, m.role, w.user_id as "userId", w.sealed,
           (extract(epoch from w.rotated_until) * 1000)::float8 as "rotatedUntil",
           w.disabled_at is null and u.closed_at is null and u.deleted_at is null
             and (w.all_notebooks or exists (
               select from webhook_notebooks b where b.webhook_id = w.id and b.diary_id = c.diary_id)) as "isOn"
      from claimed c
      left join webhooks w on w.id = c.webhook_id
      left join users u on u.id = w.user_id
      left join members m on m.diary_id = c.diary_id and m.user_id = w.user_id
     order by c.made_at, c.id`.execute(db);
  const isSendable = (row: ClaimedRow): row is ClaimedRow & { sealed: Buffer } =>
    row.isOn === true && row.sealed !== null && row.role !== null;
  await forgetMessages(
    { db },
    rows.filter((row) => !isSendable(row)),
  );
  return rows.filter(isSendable);
}

/** Deletes messages that may not be sent: nothing says that there was something. */
export async function forgetMessages({ db }: Db, messages: readonly { id: string }[]): Promise<void> {
  if (messages.length === 0) return;
  await db
    .deleteFrom("webhook_deliveries")
    .where(
      "id",
      "in",
      messages.map(({ id }) => id),
    )
    .execute();
}

type Attempt = { id: string; webhookId: string; attempts: number; madeAt: number };

/** Records that a message was taken, and that its webhook works. */
export async function recordSent({ db }: Db, one: Attempt, toldAs: string): Promise<void> {
  await sql`
    update webhooks set last_ok = now(), failures = 0, failing_since = null, paused_until = null
     where id = ${one.webhookId}
       and (failures > 0 or last_ok is null or last_ok < now() - make_interval(mins => ${LAST_OK_MINUTES}))`.execute(
    db,
  );
  await sql`
    update webhook_deliveries
       set outcome = 'sent', told_as = ${toldAs}, tried_at = now(), failure = null, leased_until = null
     where id = ${one.id} and attempts = ${one.attempts} and outcome is null`.execute(db);
}

/** What became of a failure: the message is tried again, or given up; or its webhook was turned off. */
export type AfterFailure = "later" | "failed" | "off";

/**
 * Records that a message wasn't taken, and lets its webhook rest. A webhook that has failed for too long is turned off.
 * @param asked after how many seconds the receiver wants to be asked again, if it said so
 */
export async function recordFailure(
  { db }: Db,
  one: Attempt,
  { toldAs, reason, asked }: { toldAs: string; reason: string; asked: number | null },
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
  const next = wait(pauseOfMessage(one.attempts));
  const isOver = next > one.madeAt + GIVEN_UP_AFTER;
  await db
    .updateTable("webhook_deliveries")
    .set({
      told_as: toldAs,
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
    .set({ paused_until: new Date(wait(pauseOfWebhook(hook.failures))) })
    .where("id", "=", one.webhookId)
    // A success meanwhile has ended the pause.
    .where("failures", ">", 0)
    .execute();
  return isOver ? "failed" : "later";
}

/** Turns off webhooks for which too much waits; returns how many. */
export async function turnOffFull({ db }: { db: Kysely<Tables> }): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${hooks}
    select h.id from hooks h
     where h.id is not null
       and exists (select from webhook_deliveries d where d.webhook_id = h.id and d.outcome is null
                    order by d.next_attempt_at offset ${sql.lit(MAX_WAITING)} limit 1)`.execute(db);
  for (const { id } of rows) await turnOff(db, { webhookId: id }, "backlog");
  return rows.length;
}
