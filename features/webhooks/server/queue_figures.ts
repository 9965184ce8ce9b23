import { sql } from "kysely";
import { COUNTED_TO } from "../../../lib/queues.ts";
import {
  countUpTo,
  getEpochMs,
  getSecondsSince,
  type Queue,
  RETRIED_AT_ONCE,
} from "../../../server/jobs/queue.ts";

/** The queue of this room. */
export const QUEUE: Queue = {
  name: "webhooks",
  // By webhook and not by moment, which would be an index more for each write.
  from: `(select count(*) filter (where next_attempt_at <= now())::int as waiting, min(next_attempt_at) as first,
                 count(*) filter (where next_attempt_at > now())::int as later,
                 count(*) filter (where failure is not null)::int as failing
            from (select next_attempt_at, failure from webhook_deliveries where outcome is null limit ${COUNTED_TO}) first
         ) counted`,
  waiting: "counted.waiting",
  oldestSeconds: getSecondsSince("counted.first"),
  later: "counted.later",
  failing: "counted.failing",
  failedInDay: countUpTo(
    "from webhook_deliveries where outcome = 'failed' and tried_at > now() - interval '1 day'",
  ),
  lastSuccess: getEpochMs("select max(last_ok) from webhooks"),
  // Not those that are turned off: their people turn them on.
  retry: sql`
    with rested as (update webhooks set paused_until = null where paused_until > now()),
    failed as (
      select id, webhook_id from webhook_deliveries
       where outcome = 'failed' and tried_at > now() - interval '1 day'
       order by tried_at desc limit ${RETRIED_AT_ONCE} for update skip locked),
    waiting as (
      select id, webhook_id from webhook_deliveries
       where outcome is null and leased_until is null and next_attempt_at > now()
       limit ${RETRIED_AT_ONCE} for update skip locked),
    chosen as (select * from failed union all select * from waiting),
    woken as (insert into webhook_wakes (webhook_id) select distinct webhook_id from chosen)
    update webhook_deliveries set outcome = null, next_attempt_at = now()
     where id in (select id from chosen)`,
};
