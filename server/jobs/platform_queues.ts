import { sql } from "kysely";
import { COUNTED_TO } from "../../lib/queues.ts";
import { KEPT_DAYS } from "../mail/data.ts";
import { countUpTo, getEpochMs, getSecondsSince, type Queue, RETRIED_AT_ONCE } from "./queue.ts";

const mail: Queue = {
  name: "mail",
  // Mails that the mail server refuses for our own fault count as waiting, though they are tried later.
  waiting: `least(${COUNTED_TO}, ${countUpTo("from mail_outbox where next_attempt_at <= now()")}
    + ${countUpTo("from mail_outbox where held_since is not null and next_attempt_at > now()")})`,
  oldestSeconds: getSecondsSince(`select least(
    (select next_attempt_at from mail_outbox where next_attempt_at is not null order by next_attempt_at limit 1),
    (select held_since from mail_outbox where held_since is not null order by held_since limit 1))`),
  later: countUpTo("from mail_outbox where next_attempt_at > now() and held_since is null"),
  failing: `(select count(*) filter (where last_error is not null)
    from (select last_error from mail_outbox where next_attempt_at is not null
           order by next_attempt_at limit ${COUNTED_TO}) first)::int`,
  failedInDay: countUpTo("from mail_outbox where failed_at > now() - interval '1 day'"),
  lastSuccess: getEpochMs(
    "select sent_at from mail_outbox where sent_at is not null order by sent_at desc limit 1",
  ),
  retry: sql`
    update mail_outbox set next_attempt_at = now(), failed_at = null, attempts = 0, tried_since = null
     where id in (
       select id from mail_outbox
        where (next_attempt_at > now() and last_error is not null
               or failed_at > now() - make_interval(days => ${KEPT_DAYS}) and text_body <> '')
          -- Not one that a node is sending.
          and (claimed_until is null or claimed_until < now())
        order by created_at limit ${RETRIED_AT_ONCE} for update skip locked)`,
};

const fileRemovals: Queue = {
  name: "file-removals",
  waiting: countUpTo("from file_removals where not_before <= now()"),
  oldestSeconds: getSecondsSince("select not_before from file_removals order by not_before limit 1"),
  later: countUpTo("from file_removals where not_before > now()"),
  failing: `(select count(*) filter (where not_before > now() and attempts > 0)
    from (select not_before, attempts from file_removals order by not_before desc limit ${COUNTED_TO}) last)::int`,
  retry: sql`
    update file_removals set not_before = now()
     where name in (
       select name from file_removals
        where not_before > now() and attempts > 0
        order by not_before limit ${RETRIED_AT_ONCE} for update skip locked)`,
};

/** The queues of the platform; rooms register their own. */
export const PLATFORM_QUEUES: readonly Queue[] = [mail, fileRemovals];

/** The job queue makes its tables itself when it starts; until then it is empty. */
export const describeJobs = (isThere: boolean): Queue =>
  isThere
    ? {
        name: "jobs",
        from: `(select count(*) filter (where run_at <= now() and attempts < max_attempts)::int as waiting,
                       min(run_at) filter (where attempts < max_attempts) as first,
                       count(*) filter (where run_at > now() and attempts < max_attempts)::int as later,
                       count(*) filter (where last_error is not null and attempts < max_attempts)::int as failing,
                       count(*) filter (where attempts >= max_attempts and updated_at > now() - interval '1 day')::int as failed
                  from (select * from graphile_worker.jobs limit ${COUNTED_TO}) j) counted`,
        waiting: "counted.waiting",
        oldestSeconds: getSecondsSince("counted.first"),
        later: "counted.later",
        failing: "counted.failing",
        failedInDay: "counted.failed",
      }
    : { name: "jobs", waiting: "0", oldestSeconds: "0", later: "0" };
