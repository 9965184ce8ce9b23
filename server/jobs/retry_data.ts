import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/database.ts";
import { KEPT_DAYS } from "../mail/data.ts";

/** What can be tried again: nobody has got it, and nobody gets it twice. */
export const RETRIED_QUEUES = [
  "notifications-push",
  "notifications-ntfy",
  "notifications-webhook",
  "webhooks",
  "mail",
  "file-removals",
] as const;
export type RetriedQueue = (typeof RETRIED_QUEUES)[number];

/** At most so many at once. */
const AT_ONCE = 1_000;
/** What is more than six hours late isn't sent any more (docs/decisions/0151). */
const SENT_FOR_HOURS = 6;
/** Longer than any claim: what is due later than this isn't under way. */
const CLAIM = sql`interval '20 minutes'`;

/**
 * Makes due now what failed: deliveries of notifications that were given up, as long as they still mean something, and
 * whatever waits for its next attempt. Each is checked again before it is sent. Returns how many.
 */
export async function retryQueue(db: Kysely<Tables>, queue: RetriedQueue): Promise<number> {
  const { numAffectedRows } = await statementOf(queue).execute(db);
  return Number(numAffectedRows ?? 0);
}

function statementOf(queue: RetriedQueue) {
  switch (queue) {
    case "mail":
      return sql`
        update mail_outbox set next_attempt_at = now(), failed_at = null, attempts = 0, tried_since = null
         where id in (
           select id from mail_outbox
            where (next_attempt_at > now() and last_error is not null
                   or failed_at > now() - make_interval(days => ${KEPT_DAYS}) and text_body <> '')
              -- Not one that a node is sending.
              and (claimed_until is null or claimed_until < now())
            order by created_at limit ${AT_ONCE} for update skip locked)`;
    case "webhooks":
      // Not those that are turned off: their people turn them on. Each is checked again before it is sent.
      return sql`
        with rested as (update webhooks set paused_until = null where paused_until > now()),
        failed as (
          select id, webhook_id from webhook_deliveries
           where outcome = 'failed' and tried_at > now() - interval '1 day'
           order by tried_at desc limit ${AT_ONCE} for update skip locked),
        waiting as (
          select id, webhook_id from webhook_deliveries
           where outcome is null and leased_until is null and next_attempt_at > now()
           limit ${AT_ONCE} for update skip locked),
        chosen as (select * from failed union all select * from waiting),
        woken as (insert into webhook_wakes (webhook_id) select distinct webhook_id from chosen)
        update webhook_deliveries set outcome = null, next_attempt_at = now()
         where id in (select id from chosen)`;
    case "file-removals":
      return sql`
        update file_removals set not_before = now()
         where name in (
           select name from file_removals
            where not_before > now() and attempts > 0
            order by not_before limit ${AT_ONCE} for update skip locked)`;
    default: {
      const channel = queue.replace("notifications-", "");
      return sql`
        update notification_deliveries
           set outcome = null, leased_until = null, next_attempt_at = now()
         where id in (
           select id from notification_deliveries
             where channel = ${channel} and outcome in ('failed', 'misconfigured')
               and next_attempt_at > now() - interval '1 day'
               and due_at > now() - make_interval(hours => ${SENT_FOR_HOURS})
             order by next_attempt_at desc limit ${AT_ONCE} for update skip locked)
            or id in (
           select id from notification_deliveries
             where channel = ${channel} and sent_at is null and outcome is null and attempts > 0
               and next_attempt_at > now() + ${CLAIM}
             limit ${AT_ONCE} for update skip locked)`;
    }
  }
}
