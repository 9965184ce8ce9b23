import { sql } from "kysely";
import { COUNTED_TO, type QueueName } from "../../../lib/queues.ts";
import {
  countUpTo,
  type Figure,
  getDueRows,
  getEpochMs,
  getSecondsSince,
  type Queue,
  RETRIED_AT_ONCE,
} from "../../../server/jobs/queue.ts";

/** Messages more than six hours late aren't sent (docs/how/reminders.md). */
const SENT_FOR_HOURS = 6;
/** Longer than any claim: a delivery due later than this isn't in flight. */
const CLAIM = sql`interval '20 minutes'`;

const UNSENT = "d.sent_at is null and d.outcome is null";

/** Selects the first open deliveries, half of {@link COUNTED_TO} each of due and later ones. */
const selectFirst = (rows: string) =>
  `(select d.attempts, d.leased_until ${rows} order by d.is_urgent, d.next_attempt_at limit ${COUNTED_TO / 2})`;

/** The queue of one channel. */
function createChannelQueue(channel: "push" | "ntfy" | "webhook" | "mail"): Queue {
  const name: QueueName = `notifications-${channel}`;
  const open = `from notification_deliveries d where d.channel = '${channel}' and ${UNSENT}`;
  return {
    name,
    waiting: countUpTo(`${open} and d.next_attempt_at <= now()`),
    oldestSeconds: getSecondsSince(`least(
      (select d.next_attempt_at ${open} and d.is_urgent order by d.next_attempt_at limit 1),
      (select d.next_attempt_at ${open} and not d.is_urgent order by d.next_attempt_at limit 1))`),
    later: countUpTo(`${open} and d.next_attempt_at > now() and d.next_attempt_at < 'infinity'`),
    // A first attempt in flight hasn't failed. Due and later deliveries are counted separately: failures are among
    // both, and one part may exceed the limit. In the order of the index, because otherwise PostgreSQL expects matches
    // soon and scans the table from its oldest rows, which were sent long ago.
    failing: `(select count(*) filter (where attempts > 1 or (attempts = 1 and leased_until is null))
      from (${selectFirst(`${open} and d.next_attempt_at <= now()`)}
            union all ${selectFirst(`${open} and d.next_attempt_at > now()`)}) looked)::int`,
    failedInDay: countUpTo(`from notification_deliveries d where d.channel = '${channel}'
      and d.outcome in ('failed', 'misconfigured') and d.next_attempt_at > now() - interval '1 day'`),
    // An index of all that was sent would cost each message.
    lastSuccess: getEpochMs(`select max(last_ok) from notification_targets where channel = '${channel}'`),
    // Letters are tried again by the queue of mails.
    ...(channel !== "mail" && { retry: createRetry(channel) }),
  };
}

/** Deliveries that were given up, as long as they still mean something, and those that wait for their next attempt. */
const createRetry = (channel: string) => sql`
  update notification_deliveries
     set outcome = null, leased_until = null, next_attempt_at = now()
   where id in (
     select id from notification_deliveries
       where channel = ${channel} and outcome in ('failed', 'misconfigured')
         and next_attempt_at > now() - interval '1 day'
         and due_at > now() - make_interval(hours => ${SENT_FOR_HOURS})
       order by next_attempt_at desc limit ${RETRIED_AT_ONCE} for update skip locked)
      or id in (
     select id from notification_deliveries
       where channel = ${channel} and sent_at is null and outcome is null and attempts > 0
         and next_attempt_at > now() + ${CLAIM}
       limit ${RETRIED_AT_ONCE} for update skip locked)`;

const BEHIND_CLOCK = `from reminder_clocks k
  join tasks t on t.status in ('pending', 'in_progress') and t.remind_at <= now()
   and (t.remind_at, t.id) > (k.done_until, k.done_id)
 where k.kind = 'task' and k.lead_minutes = 0`;

/** The queues of this room. */
export const QUEUES: readonly Queue[] = [
  createChannelQueue("push"),
  createChannelQueue("ntfy"),
  createChannelQueue("webhook"),
  createChannelQueue("mail"),
  {
    // Tasks the planner hasn't reached: no delivery waits while it is stuck.
    name: "reminders",
    waiting: countUpTo(BEHIND_CLOCK),
    oldestSeconds: getSecondsSince(`select t.remind_at ${BEHIND_CLOCK} order by t.remind_at, t.id limit 1`),
    lastSuccess: getEpochMs(
      "select done_until from reminder_clocks where kind = 'task' and lead_minutes = 0",
    ),
  },
  { name: "doses", ...getDueRows("dose_reminders", "next_at") },
  {
    name: "events",
    waiting: countUpTo("from unplanned_notifications"),
    oldestSeconds: getSecondsSince(`select min(n.made_at)
      from (select notification_id from unplanned_notifications limit 1000) u
      join notifications n on n.id = u.notification_id`),
  },
  { name: "digests", ...getDueRows("notification_settings", "next_digest_at") },
  { name: "replacements", ...getDueRows("settled_notifications", "look_at") },
];

const createMailFigure = (what: string, count: string): Figure => ({
  metric: "notification_mails",
  what,
  count,
});
const countWaiting = (channel: string) =>
  `select count(*) from notification_deliveries where channel = '${channel}' and sent_at is null and outcome is null`;

/** What the metrics show of this room. */
export const FIGURES: readonly Figure[] = [
  createMailFigure("waiting", countWaiting("mail")),
  createMailFigure("digest", countWaiting("digest")),
  createMailFigure("letters", "select count(*) from mention_mails where sent_at > now() - interval '1 hour'"),
];
