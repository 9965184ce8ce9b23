import { sql } from "kysely";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Database } from "../../../../server/db/database.ts";
import { type ClockHours, DEFAULT_CLOCK_HOURS } from "../../rules/clock.ts";
import type { SettledState } from "../../rules/settled.ts";
import type { Channel, Detail, Kind } from "../../rules.ts";

type Db = Pick<Database, "db">;

/** Older messages aren't on any screen any more. */
const SHOWN_FOR_HOURS = 24;
/** How soon a notification is looked at again that is being sent at this moment. */
const LOOK_AGAIN_SECONDS = 1;

/**
 * Finds the messages on devices whose subjects are all seen or settled, and schedules their replacement. Subjects that
 * share a message are replaced with the last of them. Returns whether there may be more.
 */
export async function scheduleReplacements({ db }: Db, limit: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with due as (
      select notification_id from settled_notifications where look_at <= now()
       order by look_at limit ${sql.lit(limit)} for update skip locked
    ),
    touched as (
      select distinct d.target_id, d.tag
        from due join notification_deliveries d on d.notification_id = due.notification_id
       where d.tag is not null and d.channel in ('push', 'webhook')
         -- What comes back isn't sent yet, but shown from before.
         and coalesce(d.sent_at, d.due_at) > now() - make_interval(hours => ${SHOWN_FOR_HOURS})
    ),
    messages as (
      select t.target_id, t.tag,
             -- The one under whose id it was shown, as long as it is one of them.
             (array_agg(d.id order by d.notification_id <> d.tag, d.id))[1] as holder,
             case when bool_and(n.done_at is not null) then 'done'
                  when bool_and(n.done_at is not null or n.later_until is not null) then 'later'
                  -- A warning about the account stays until it is wiped away there: whoever has got into it can see it too.
                  when bool_and(n.done_at is not null or (n.seen_at is not null and n.kind <> 'security')) then 'seen'
             end as state
        from touched t
        join notification_deliveries d on d.target_id = t.target_id and d.tag = t.tag
        join notifications n on n.id = d.notification_id
       group by t.target_id, t.tag
    ),
    replaced as (
      update notification_deliveries d set replace_at = now()
        from messages m
       where d.id = m.holder and m.state is not null
         and d.replace_at is null and d.replaced is distinct from m.state
         and d.replaced is distinct from 'done'
    ),
    -- A message that is on its way shows in a moment what the notification was before.
    busy as (
      select due.notification_id from due
       where exists (
         select from notification_deliveries d
          where d.notification_id = due.notification_id
            and ((d.sent_at is null and d.outcome is null and d.leased_until > now()) or d.replace_at is not null))
    ),
    kept as (
      update settled_notifications s set look_at = now() + make_interval(secs => ${LOOK_AGAIN_SECONDS})
        from busy where s.notification_id = busy.notification_id
    ),
    gone as (
      delete from settled_notifications s using due
       where s.notification_id = due.notification_id
         and not exists (select from busy where busy.notification_id = due.notification_id)
    )
    select count(*)::int as count from due`.execute(db);
  return rows[0]!.count === limit;
}

/** A message that this node has claimed in order to replace it. Times in epoch ms. */
export type Replacement = {
  id: string;
  tag: string;
  /** Counts claims, and is never reset: an older claim records nothing any more. */
  attempts: number;
  state: SettledState;
  /** Of a snoozed notification: the end of the snooze. */
  backAt: number | null;
  /** The number of subjects that share the message. */
  count: number;
  /** When it was seen or settled. */
  settledAt: number;
  kind: Kind;
  userId: string;
  diaryId: string | null;
  subjectKind: string;
  subjectId: string | null;
  slot: string | null;
  role: Role | null;
  diaryShortId: string | null;
  subjectName: string | null;
  /** Of the person's account; null where it has none. */
  language: string | null;
  /** The clock of the person, else that of the notebook. */
  timeZone: string;
  hours: ClockHours;
  targetId: string;
  channel: Channel;
  sealed: Buffer | null;
  detail: Detail;
};

/** Claims messages of a channel that are to be replaced, for `leaseSeconds`. */
export async function claimReplacements(
  { db }: Db,
  channel: Channel,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<Replacement[]> {
  const { rows } = await sql<Replacement>`
    with claimed as (
      update notification_deliveries set replace_attempts = replace_attempts + 1,
             replace_at = now() + make_interval(secs => ${leaseSeconds})
       where id in (
         select id from notification_deliveries
          where channel = ${channel} and replace_at <= now()
          order by replace_at limit ${sql.lit(limit)} for update skip locked)
      returning *
    )
    select c.id, c.tag, c.replace_attempts as attempts, c.target_id as "targetId", c.channel, g.count,
           case when g.is_done then 'done' when g.is_put_off then 'later' else 'seen' end as state,
           (extract(epoch from g.back_at) * 1000)::float8 as "backAt",
           (extract(epoch from case when g.is_done then g.done_at else g.settled_at end) * 1000)::float8 as "settledAt",
           n.kind, n.user_id as "userId", n.diary_id as "diaryId", n.subject_kind as "subjectKind",
           n.subject_id as "subjectId", n.slot, m.role, d.short_id as "diaryShortId", p.full_name as "subjectName",
           (select language from users where id = n.user_id) as language,
           coalesce(s.time_zone, d.time_zone, 'UTC') as "timeZone",
           coalesce(s.clock_hours, ${DEFAULT_CLOCK_HOURS}) as hours, t.sealed,
           coalesce(t.detail, s.lock_screen, 'nothing') as detail
      from claimed c
      join notifications n on n.id = c.notification_id
      join lateral (
        select count(*)::int as count, bool_and(o.done_at is not null) as is_done, max(o.done_at) as done_at,
               bool_and(o.done_at is not null or o.later_until is not null) as is_put_off, max(o.later_until) as back_at,
               max(coalesce(o.seen_at, o.done_at)) as settled_at
          from notification_deliveries other join notifications o on o.id = other.notification_id
         where other.target_id = c.target_id and other.tag = c.tag
      ) g on true
      join notification_targets t on t.id = c.target_id
      left join notification_settings s on s.user_id = n.user_id
      left join members m on m.diary_id = n.diary_id and m.user_id = n.user_id
        and exists (select from users u where u.id = n.user_id and u.closed_at is null)
      left join diaries d on d.id = n.diary_id
      left join person_infos p on p.diary_id = n.diary_id
     order by c.replace_at, c.id`.execute(db);
  return rows;
}

/** What became of a replacement: the message shows `state` now, or it is tried again at `retryAt`, epoch ms. */
export type ReplacementMark = { id: string; attempts: number } & (
  | { state: SettledState }
  | { retryAt: number }
);

/** Records what became of replacements, those whose claim is still this one. */
export async function markReplacements({ db }: Db, marks: readonly ReplacementMark[]): Promise<void> {
  if (marks.length === 0) return;
  const rows = marks.map((mark) => ({
    id: mark.id,
    attempts: mark.attempts,
    state: "state" in mark ? mark.state : null,
    retry_at: "retryAt" in mark ? new Date(mark.retryAt) : null,
  }));
  await sql`
    update notification_deliveries d set replace_at = r.retry_at, replaced = coalesce(r.state, d.replaced)
      from jsonb_to_recordset(${JSON.stringify(rows)}) as r(id uuid, attempts int, state text, retry_at timestamptz)
     where d.id = r.id and d.replace_attempts = r.attempts`.execute(db);
}

/** The user who settled a subject, and when, where known; by `diary_id subject_id slot`. */
export type Settlement = {
  /** `over`: it was moved, or assigned to another member. */
  how: "done" | "not given" | "cancelled" | "over";
  doerId: string | null;
  doerName: string | null;
};

export const toSettlementKey = ({ subjectId, slot }: Pick<Replacement, "subjectId" | "slot">): string =>
  `${subjectId} ${slot ?? ""}`;

/** Reads how the subjects of replacements were settled: tasks, and planned doses. */
export async function readSettlements(
  { db }: Db,
  replacements: readonly Replacement[],
): Promise<Map<string, Settlement>> {
  const keys = replacements
    .filter(({ state }) => state === "done")
    .map(({ diaryId, subjectKind, subjectId, slot }) => ({
      ...{ diary_id: diaryId, kind: subjectKind, id: subjectId, slot },
    }));
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ id: string; slot: string | null } & Settlement>`
    with keys as (
      select distinct * from jsonb_to_recordset(${JSON.stringify(keys)}) as k(diary_id uuid, kind text, id uuid, slot text)
    )
    select k.id, null::text as slot, case t.status when 'completed' then 'done' when 'cancelled' then 'cancelled' else 'over' end as how,
           case t.status when 'completed' then t.completed_by end as "doerId", null::text as "doerName"
      from keys k join tasks t on t.diary_id = k.diary_id and t.id = k.id
     where k.kind = 'task'
     union all
    select k.id, k.slot, case o.state when 'given' then 'done' else 'not given' end,
           case when o.given_by_name is null then coalesce(o.given_by, o.recorded_by) end, o.given_by_name
      from keys k join doses o on o.diary_id = k.diary_id and o.plan_id = k.id and o.slot = k.slot
     where k.kind = 'dose' and o.extra_of is null and o.state in ('given', 'not_given')`.execute(db);
  return new Map(
    rows.map(({ id, slot, ...settlement }) => [toSettlementKey({ subjectId: id, slot }), settlement]),
  );
}
