import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Database, Tables } from "../../../../server/db/database.ts";
import { type ClockHours, DEFAULT_CLOCK_HOURS } from "../../rules/clock.ts";
import type { EscalationStep, NamedContact } from "../../rules/escalation-words.ts";
import type { Channel, Detail, Kind } from "../../rules.ts";
import { isSnoozed } from "../plan/snooze_data.ts";

type Db = Pick<Database, "db">;

/** The channel of mail deliveries that wait for the digest. */
export const DIGEST = "digest";

/** The part of due deliveries that is claimed together: urgent ones, the others, or both. */
export type DeliveryQueue = "urgent" | "others" | "all";

/** A delivery that this node has claimed, with the data for sending it. Times in epoch ms. */
export type Claimed = {
  id: string;
  notificationId: string;
  /** Counts claims: an older claim records nothing any more. */
  attempts: number;
  dueAt: number;
  /** When the subject itself was due. */
  subjectDueAt: number;
  isLate: boolean;
  /** It became due while the server was away. */
  isWhileAway: boolean;
  /** Of the person's account; null where it has none. */
  language: string | null;
  /** The clock of the person, else that of the notebook. */
  timeZone: string;
  hours: ClockHours;
  /** The clock of the notebook. */
  notebookZone: string | null;
  isDone: boolean;
  /** Its person wants to be asked later. */
  isPutOff: boolean;
  /** To when it was put off, once it has come back, epoch ms; null for all others. */
  backAt: number | null;
  /** Under which tag the device shows it already; null when it doesn't. */
  shownTag: string | null;
  kind: Kind;
  userId: string;
  /** `sub` of the user's tokens. */
  accountId: string;
  diaryId: string | null;
  subjectKind: string;
  subjectId: string | null;
  slot: string | null;
  /** Notifications with the same key share a message. */
  groupKey: string;
  /** Of an escalation: its step and the state of its run; null for all others. */
  step: EscalationStep | null;
  runState: string | null;
  isTaken: boolean;
  /** The member who has taken it on; null for a former member. */
  actorName: string | null;
  contacts: NamedContact[] | null;
  /** Closed accounts get no messages. */
  isClosed: boolean;
  /** The user's role in the notebook; null for a former member. */
  role: Role | null;
  diaryShortId: string | null;
  subjectName: string | null;
  targetId: string;
  channel: Channel;
  sealed: Buffer | null;
  /** The target took something a moment ago, and nothing failed since: another success needn't be noted. */
  isKnownToWork: boolean;
  detail: Detail;
};

/** What the check before sending looks at. */
export type Checked = Pick<
  Claimed,
  | "kind"
  | "userId"
  | "diaryId"
  | "subjectKind"
  | "subjectId"
  | "slot"
  | "step"
  | "runState"
  | "isTaken"
  | "isDone"
  | "isClosed"
  | "isPutOff"
  | "role"
  | "subjectDueAt"
>;

/** A target that works is noted so often: each note is a write, and makes the settings of its person be read again. */
const LAST_OK_MINUTES = 10;

/** Whether a success changes the recorded health of the target `t`. */
const isNewsThatItWorks = sql`t.failures > 0 or t.failing_since is not null or t.disabled_at is not null
             or t.last_ok is null or t.last_ok < now() - make_interval(mins => ${LAST_OK_MINUTES})`;

type ClaimOptions = {
  limit: number;
  leaseSeconds: number;
  queue?: DeliveryQueue;
  /** Restricts the claim to these targets, which the transaction has locked. */
  targetIds?: readonly string[];
};

/**
 * Claims due deliveries of a channel for `leaseSeconds`, those that are due first: no other node takes them meanwhile, and
 * if this one dies they are due again afterwards. Counts the attempt.
 */
export async function claimDeliveries(
  { db }: Db,
  channel: Channel | typeof DIGEST,
  { limit, leaseSeconds, queue = "all", targetIds }: ClaimOptions,
): Promise<Claimed[]> {
  const inQueue = queue === "all" ? sql`` : sql`and is_urgent = ${queue === "urgent"}`;
  // The limit is in the text: PostgreSQL plans for so many rows.
  const ofTargets = targetIds ? sql`and target_id = any(${[...targetIds]}::uuid[])` : sql``;
  const { rows } = await sql<Claimed>`
    with claimed as (
      update notification_deliveries set attempts = attempts + 1,
             leased_until = now() + make_interval(secs => ${leaseSeconds}),
             next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
       where id in (
         select id from notification_deliveries
          where channel = ${channel} ${inQueue} ${ofTargets} and sent_at is null and outcome is null and next_attempt_at <= now()
          order by next_attempt_at, target_id limit ${sql.lit(limit)} for update skip locked)
      returning *
    )
    select c.id, c.notification_id as "notificationId", c.attempts, c.target_id as "targetId", c.channel,
           (extract(epoch from c.due_at) * 1000)::float8 as "dueAt",
           (extract(epoch from coalesce(e.occurrence, n.due_at)) * 1000)::float8 as "subjectDueAt",
           n.back_at is null and (n.while_away or c.due_at > n.due_at + interval '1 minute') as "isLate",
           n.while_away as "isWhileAway", (extract(epoch from n.back_at) * 1000)::float8 as "backAt", c.tag as "shownTag",
           ${isSnoozed} as "isPutOff",
           coalesce(s.time_zone, d.time_zone, 'UTC') as "timeZone",
           coalesce(s.clock_hours, ${DEFAULT_CLOCK_HOURS}) as hours, d.time_zone as "notebookZone",
           n.done_at is not null as "isDone", n.kind, n.user_id as "userId", u.clerk_user_id as "accountId", u.language, n.diary_id as "diaryId",
           n.subject_kind as "subjectKind", n.subject_id as "subjectId", n.slot, n.group_key as "groupKey",
           m.role, u.closed_at is not null as "isClosed",
           n.step, e.state as "runState", coalesce(e.taken_until > now(), false) as "isTaken", a.name as "actorName",
           (select jsonb_agg(c || jsonb_build_object('name', u.name) order by c->>'at' desc)
              from jsonb_array_elements(n.contacts) c
              join users u on u.id = (c->>'userId')::uuid and u.deleted_at is null) as contacts,
           d.short_id as "diaryShortId", p.full_name as "subjectName", t.sealed,
           not (${isNewsThatItWorks}) as "isKnownToWork",
           coalesce(t.detail, s.lock_screen, 'nothing') as detail
      from claimed c
      join notifications n on n.id = c.notification_id
      join notification_targets t on t.id = c.target_id
      left join notification_settings s on s.user_id = n.user_id
      join users u on u.id = n.user_id
      left join members m on m.diary_id = n.diary_id and m.user_id = n.user_id
      left join escalation_runs e on e.id = n.run_id
      left join users a on a.id = n.actor_id and a.deleted_at is null
      left join diaries d on d.id = n.diary_id
      left join person_infos p on p.diary_id = n.diary_id
     order by c.due_at, c.id`.execute(db);
  return rows;
}

/** A target that has failed so often, and for so long without a success, isn't tried any more. */
const MAX_FAILURES = 10;
const MAX_FAILING_HOURS = 24;

/** The outcome of a claimed delivery. `sent` also means that its target works; `tag` is then its tag on the device. */
export type Mark =
  | { id: string; attempts: number; outcome: string; tag?: string }
  | {
      id: string;
      attempts: number;
      retryAt: number;
      /** It was tried; what only waits is no attempt. */
      isTried?: boolean;
    };

/**
 * Records outcomes of deliveries whose claim is still current, and the health of their targets. Targets are locked
 * before deliveries, in the order of a target's deletion: it isn't part of the claiming transaction.
 */
export async function markDeliveries({ db }: Db, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    with ${toRows(marks)},
    reported as (
      select d.target_id, bool_or(r.outcome = 'sent') as works,
             bool_or(r.outcome = 'failed' or r.retry_at is not null) as fails
        from marks r
        join notification_deliveries d on d.id = r.id and d.attempts = r.attempts and ${isUnsent}
       group by d.target_id
    ),
    -- Before their deliveries and in one order: several nodes record at once.
    locked as (
      select t.id from notification_targets t join reported r on r.target_id = t.id
       where case when r.works then ${isNewsThatItWorks} else r.fails end
       order by t.id for no key update of t
    ),
    ${buildMarked(sql`, (select count(*) from locked) l`)},
    results as (
      select target_id, bool_or(outcome = 'sent') as works,
             count(*) filter (where outcome = 'failed' or retry_at is not null)::int as failures
        from marked group by target_id
    )
    update notification_targets t
       set last_ok = case when r.works then now() else t.last_ok end,
           failures = case when r.works then 0 else t.failures + r.failures end,
           failing_since = case when not r.works then coalesce(t.failing_since, now()) end,
           disabled_at = case
             when r.works then null
             when t.channel <> 'mail' and t.failures + r.failures >= ${MAX_FAILURES}
                  and t.failing_since < now() - make_interval(hours => ${MAX_FAILING_HOURS})
               then coalesce(t.disabled_at, now())
             else t.disabled_at end
      from results r
     where t.id = r.target_id and t.id in (select id from locked) and (r.works or r.failures > 0)`.execute(
    db,
  );
}

/**
 * Records delivery results that do not affect the target's health. In the transaction that has claimed them it needs
 * the lock of their targets, taken before: PostgreSQL looks for the target again when a row changes twice.
 */
export async function settleDeliveries({ db }: Db, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  // A waiting delivery wasn't tried: it is no failure, and its later attempt is the first.
  const untried = sql`, attempts = d.attempts - (r.outcome is null and not r.tried)::int`;
  await sql`with ${toRows(marks)}, ${buildMarked(sql``, untried)}
            select count(*) from marked`.execute(db);
}

function toRows(marks: readonly Mark[]) {
  const rows = marks.map((mark) => ({
    id: mark.id,
    attempts: mark.attempts,
    outcome: "outcome" in mark ? mark.outcome : null,
    tag: "outcome" in mark && mark.outcome === "sent" ? (mark.tag ?? null) : null,
    retry_at: "retryAt" in mark ? new Date(mark.retryAt) : null,
    tried: "retryAt" in mark && mark.isTried === true,
  }));
  return sql`marks as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)})
        as r(id uuid, attempts int, outcome text, tag uuid, retry_at timestamptz, tried boolean)
    )`;
}

/**
 * Equivalent to `d.outcome is null`, for which PostgreSQL would scan all waiting rows, expecting none, instead of each
 * id.
 */
const isUnsent = sql`coalesce(d.outcome, '') = ''`;

const buildMarked = (after: RawBuilder<unknown>, more: RawBuilder<unknown> = sql``) => sql`marked as (
      update notification_deliveries d
         set outcome = r.outcome, sent_at = case when r.outcome = 'sent' then now() end, leased_until = null,
             next_attempt_at = coalesce(r.retry_at, d.next_attempt_at), tag = coalesce(r.tag, d.tag) ${more}
        from marks r ${after}
       where d.id = r.id and d.attempts = r.attempts and ${isUnsent}
      returning d.target_id, d.outcome, r.retry_at
    )`;

/** Deletes a target that doesn't exist any more, with all that was on its way to it. */
export async function deleteTarget(db: Kysely<Tables>, targetId: string): Promise<void> {
  await db.deleteFrom("notification_targets").where("id", "=", targetId).execute();
}
