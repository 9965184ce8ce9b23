import { type Kysely, sql } from "kysely";
import type { Role } from "../../../server/access/permissions.ts";
import type { Database, Tables } from "../../../server/db/database.ts";
import type { EscalationStep, NamedContact } from "../../escalation/rules/words.ts";
import type { Channel, Detail, Kind } from "../rules.ts";

type Db = Pick<Database, "db">;

/** The deliveries of channel mail that wait for the digest stand under this. */
export const DIGEST = "digest";

/** A delivery that this node has claimed, with what has to be known to send it. Times in epoch ms. */
export type Claimed = {
  id: string;
  notificationId: string;
  /** Counts claims: an older claim records nothing any more. */
  attempts: number;
  dueAt: number;
  /** When the matter itself was due. */
  matterAt: number;
  isLate: boolean;
  /** It became due while the server was away. */
  isWhileAway: boolean;
  /** The clock of the person, else that of the notebook. */
  timeZone: string;
  isDone: boolean;
  kind: Kind;
  userId: string;
  diaryId: string | null;
  subjectKind: string;
  subjectId: string | null;
  slot: string | null;
  /** What is read together. */
  groupKey: string;
  /** Of an escalation: which of its messages it is, and how its run stands; null for all others. */
  step: EscalationStep | null;
  runState: string | null;
  isTaken: boolean;
  /** Who is at it; null for somebody who has left. */
  actorName: string | null;
  contacts: NamedContact[] | null;
  /** Nothing is sent to whoever's account is closed. */
  isClosed: boolean;
  /** The person's role in the notebook; null for somebody who isn't a member any more. */
  role: Role | null;
  diaryShortId: string | null;
  subjectName: string | null;
  targetId: string;
  channel: Channel;
  sealed: Buffer | null;
  detail: Detail;
};

/**
 * Claims due deliveries of a channel for `leaseSeconds`: no other node takes them meanwhile, and if this one dies they are
 * due again afterwards. Counts the attempt.
 */
export async function claimDeliveries(
  { db }: Db,
  channel: Channel | typeof DIGEST,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with claimed as (
      update notification_deliveries set attempts = attempts + 1,
             leased_until = now() + make_interval(secs => ${leaseSeconds}),
             next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
       where id in (
         select id from notification_deliveries
          where channel = ${channel} and sent_at is null and outcome is null and next_attempt_at <= now()
          order by next_attempt_at, target_id limit ${limit} for update skip locked)
      returning *
    )
    select c.id, c.notification_id as "notificationId", c.attempts, c.target_id as "targetId", c.channel,
           (extract(epoch from c.due_at) * 1000)::float8 as "dueAt",
           (extract(epoch from coalesce(e.occurrence, n.due_at)) * 1000)::float8 as "matterAt",
           n.while_away or c.due_at > n.due_at + interval '1 minute' as "isLate", n.while_away as "isWhileAway",
           coalesce(s.time_zone, d.time_zone, 'UTC') as "timeZone",
           n.done_at is not null as "isDone", n.kind, n.user_id as "userId", n.diary_id as "diaryId",
           n.subject_kind as "subjectKind", n.subject_id as "subjectId", n.slot, n.group_key as "groupKey",
           m.role, u.closed_at is not null as "isClosed",
           n.step, e.state as "runState", coalesce(e.taken_until > now(), false) as "isTaken", a.name as "actorName",
           (select jsonb_agg(c || jsonb_build_object('name', u.name) order by c->>'at' desc)
              from jsonb_array_elements(n.contacts) c
              join users u on u.id = (c->>'userId')::uuid and u.deleted_at is null) as contacts,
           d.short_id as "diaryShortId", p.full_name as "subjectName", t.sealed,
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

/**
 * What becomes of a claimed delivery. `sent` also says that its target works; `tag` is then the one under which it was
 * shown.
 */
export type Mark =
  | { id: string; attempts: number; outcome: string; tag?: string }
  | { id: string; attempts: number; retryAt: number };

/** Records what became of deliveries, those whose claim is still this one. */
export async function markDeliveries({ db }: Db, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  const rows = marks.map((mark) => ({
    id: mark.id,
    attempts: mark.attempts,
    outcome: "outcome" in mark ? mark.outcome : null,
    tag: "outcome" in mark && mark.outcome === "sent" ? (mark.tag ?? null) : null,
    retry_at: "retryAt" in mark ? new Date(mark.retryAt) : null,
  }));
  await sql`
    with marks as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)})
        as r(id uuid, attempts int, outcome text, tag uuid, retry_at timestamptz)
    ),
    -- Before their deliveries and in one order, as whoever deletes a target locks them: several nodes record at once.
    locked as (
      select t.id from notification_targets t
       where t.id in (select d.target_id from notification_deliveries d join marks r on r.id = d.id)
       order by t.id for no key update
    ),
    marked as (
      update notification_deliveries d
         set outcome = r.outcome, sent_at = case when r.outcome = 'sent' then now() end, leased_until = null,
             next_attempt_at = coalesce(r.retry_at, d.next_attempt_at), tag = r.tag
        from marks r, (select count(*) from locked) l
       where d.id = r.id and d.attempts = r.attempts and d.sent_at is null and d.outcome is null
      returning d.target_id, d.outcome, r.retry_at
    ),
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
     where t.id = r.target_id and (r.works or r.failures > 0)`.execute(db);
}

/** Deletes a target that doesn't exist any more, with all that was on its way to it. */
export async function deleteTarget(db: Kysely<Tables>, targetId: string): Promise<void> {
  await db.deleteFrom("notification_targets").where("id", "=", targetId).execute();
}
