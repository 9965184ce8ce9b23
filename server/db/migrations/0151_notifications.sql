-- Reminders and other notifications (docs/decisions/0151 and 0152).

-- When people are reminded of tasks that are for a whole day, in minutes after midnight of the notebook's clock.
alter table diaries add column reminder_minute smallint not null default 480
  check (reminder_minute between 0 and 1439);

-- When a task is reminded of: its hour, or the notebook's time of reminders on its day. Kept by `set_task_days`.
alter table tasks add column remind_at timestamptz;
-- The moment of a local time in a zone, in minutes after midnight. A skipped time becomes later by the length of the skip;
-- of a repeated one it is the first, where `at time zone` takes the second. `momentInZone` in lib/zone-day.ts is the same.
create or replace function moment_in_zone(day date, minute int, zone text) returns timestamptz stable strict parallel safe
  language sql return (
  select coalesce(
      least(case when before_change at time zone zone = shown then before_change end,
            case when after_change at time zone zone = shown then after_change end),
      before_change)
    from (
      select shown,
             (shown - (((shown at time zone 'UTC' - interval '24 hours') at time zone zone) - (shown - interval '24 hours')))
               at time zone 'UTC' as before_change,
             (shown - (((shown at time zone 'UTC' + interval '24 hours') at time zone zone) - (shown + interval '24 hours')))
               at time zone 'UTC' as after_change
        from (select day::timestamp + minute * interval '1 minute' as shown) s
    ) c);
-- Keeps days and moments of a task together, whoever writes it.
create or replace function set_task_days() returns trigger language plpgsql as $f$
declare
  zone text;
  reminder int;
  before tasks;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone, reminder_minute into zone, reminder from diaries where id = new.diary_id;
  if new.date_only then
    new.scheduled_day := changed_day(before.scheduled_day, before.scheduled_date, new.scheduled_day, new.scheduled_date, zone);
    new.due_day := changed_day(before.due_day, before.due_date, new.due_day, new.due_date, zone);
    new.end_day := changed_day(before.end_day, before.end_date, new.end_day, new.end_date, zone);
    new.scheduled_date := day_start(new.scheduled_day, zone);
    -- A program's tasks have been due at the end of their day from the first version on.
    if new.linked_diary_program_id is null then
      new.due_date := day_start(new.due_day, zone);
      new.end_date := day_start(new.end_day, zone);
    else
      new.due_date := day_end(new.due_day, zone);
      new.end_date := day_end(new.end_day, zone);
    end if;
    new.overdue_after := day_end(coalesce(new.due_day, new.scheduled_day), zone);
    new.expires_after := day_end(new.end_day, zone);
    -- Nobody is reminded at midnight.
    new.remind_at := moment_in_zone(coalesce(new.scheduled_day, new.due_day), reminder, zone);
  else
    -- A day that comes without a moment begins at its start, or is over at its end.
    if new.scheduled_date is null and new.scheduled_day is distinct from before.scheduled_day then
      new.scheduled_date := day_start(new.scheduled_day, zone);
    end if;
    if new.due_date is null and new.due_day is distinct from before.due_day then
      new.due_date := day_end(new.due_day, zone);
    end if;
    if new.end_date is null and new.end_day is distinct from before.end_day then
      new.end_date := day_end(new.end_day, zone);
    end if;
    new.scheduled_day := (new.scheduled_date at time zone zone)::date;
    new.due_day := (new.due_date at time zone zone)::date;
    new.end_day := (new.end_date at time zone zone)::date;
    new.overdue_after := coalesce(new.due_date, new.scheduled_date);
    new.expires_after := new.end_date;
    new.remind_at := coalesce(new.scheduled_date, new.due_date);
  end if;
  return new;
end $f$;
-- When a notebook's time of reminders changes, that of its open whole-day tasks follows.
create or replace function remind_of_whole_days() returns trigger language plpgsql as $f$ begin
  update tasks set date_only = date_only
   where diary_id = new.id and date_only and status in ('pending', 'in_progress');
  return null;
end $f$;
create trigger remind_of_whole_days after update of reminder_minute on diaries for each row
  when (old.reminder_minute is distinct from new.reminder_minute) execute function remind_of_whole_days();

-- What screens show doesn't change by it, so no screen has to read its tasks again.
alter table tasks disable trigger sync_update;
update tasks set date_only = date_only where status in ('pending', 'in_progress');
alter table tasks enable trigger sync_update;
create index tasks_reminders on tasks (remind_at, id) where status in ('pending', 'in_progress');

-- Up to where the planner has looked at each kind of time; whoever holds the row plans.
create table reminder_clocks (
  kind         text        not null check (kind in ('task', 'dose', 'dose-missed')),
  lead_minutes int         not null default 0 check (lead_minutes between 0 and 1440),
  done_until   timestamptz not null default now(),
  -- The last one of that moment that was planned.
  done_id      uuid        not null default '00000000-0000-0000-0000-000000000000',
  -- When the last minutes were looked at again.
  swept_at     timestamptz not null default now(),
  primary key (kind, lead_minutes)
);
insert into reminder_clocks (kind) values ('task');

-- How somebody is notified; without a row all is as at first.
create table notification_settings (
  user_id             uuid        primary key references users (id),
  -- That of the person's own clock, for quiet hours and the digest; null until a device has said it.
  time_zone           text        check (char_length(time_zone) between 1 and 64),
  -- Minutes after midnight. Quiet from one to the other, over midnight where the end is before the beginning.
  quiet_from          smallint    check (quiet_from between 0 and 1439),
  quiet_to            smallint    check (quiet_to between 0 and 1439),
  digest_minute       smallint    not null default 1080 check (digest_minute between 0 and 1439),
  -- Days of the week, 1 is Monday; without any there is no digest.
  digest_days         smallint[]  not null default '{1,2,3,4,5,6,7}'
                                  check (digest_days <@ '{1,2,3,4,5,6,7}'::smallint[] and cardinality(digest_days) <= 7),
  next_digest_at      timestamptz,
  lock_screen         text        not null default 'nothing' check (lock_screen in ('nothing', 'who', 'what')),
  urgent_breaks_quiet boolean     not null default false,
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);
create index notification_settings_digests on notification_settings (next_digest_at) where next_digest_at is not null;

-- What differs from the defaults, which stand in the code: for one notebook or for all of them.
create table notification_rules (
  user_id  uuid not null references users (id),
  diary_id uuid,
  kind     text not null check (char_length(kind) between 1 and 40),
  channel  text not null check (channel in ('mail', 'push', 'ntfy', 'webhook')),
  mode     text not null check (mode in ('now', 'digest', 'off')),
  foreign key (diary_id, user_id) references members (diary_id, user_id) on delete cascade,
  unique nulls not distinct (user_id, diary_id, kind, channel)
);

-- Where notifications go: a browser that subscribed, a topic, an address of a program. Of channel mail each person has at
-- most one, for the address of their account.
create table notification_targets (
  id            uuid        primary key,
  user_id       uuid        not null references users (id),
  channel       text        not null check (channel in ('mail', 'push', 'ntfy', 'webhook')),
  -- The address and its keys, encrypted; null for mail.
  sealed        bytea,
  -- The same address isn't stored twice.
  endpoint_hash bytea       not null unique check (octet_length(endpoint_hash) = 32),
  label         text        not null default '' check (char_length(label) <= 100),
  -- What it shows on a lock screen; null for what the person has chosen for all.
  detail        text        check (detail in ('nothing', 'who', 'what')),
  created_at    timestamptz not null default now(),
  last_ok       timestamptz,
  failures      int         not null default 0,
  disabled_at   timestamptz,
  check ((channel = 'mail') = (sealed is null))
);
create index notification_targets_person on notification_targets (user_id, created_at);

-- What somebody was notified of: their inbox.
create table notifications (
  id           uuid        primary key,
  -- The same matter notifies the same person once.
  dedupe       text        not null unique check (char_length(dedupe) <= 200),
  user_id      uuid        not null references users (id),
  -- Null for what belongs to no notebook.
  diary_id     uuid,
  kind         text        not null check (char_length(kind) between 1 and 40),
  -- What it is about: 'task', 'dose', 'note', 'comment', 'member', 'digest', 'session'.
  subject_kind text        not null check (char_length(subject_kind) between 1 and 40),
  -- For a dose its plan.
  subject_id   uuid,
  -- For a planned dose which one.
  slot         text        check (char_length(slot) <= 80),
  -- Who did it; null where nobody did.
  actor_id     uuid        references users (id),
  -- What is read together.
  group_key    text        not null check (char_length(group_key) <= 200),
  due_at       timestamptz not null,
  made_at      timestamptz not null default now(),
  -- It became due while the server was away, and nobody was told in time.
  while_away   boolean     not null default false,
  seen_at      timestamptz,
  -- When the matter was settled: done, skipped or given.
  done_at      timestamptz,
  foreign key (diary_id, user_id) references members (diary_id, user_id) on delete cascade
);
create index notifications_inbox on notifications (user_id, made_at desc, id desc);
create index notifications_unseen on notifications (user_id) where seen_at is null;
create index notifications_subject on notifications (diary_id, subject_id) where done_at is null;
create index notifications_notebook on notifications (diary_id, user_id);
create index notifications_old on notifications (made_at);

-- One row for each target that a notification goes to.
create table notification_deliveries (
  id              uuid        primary key,
  notification_id uuid        not null references notifications (id) on delete cascade,
  target_id       uuid        not null references notification_targets (id) on delete cascade,
  -- That of the target.
  channel         text        not null,
  due_at          timestamptz not null,
  attempts        int         not null default 0,
  next_attempt_at timestamptz not null,
  -- Until when a node is at it.
  leased_until    timestamptz,
  sent_at         timestamptz,
  -- What became of it: 'sent', 'gone', 'failed', or why it wasn't sent.
  outcome         text        check (char_length(outcome) between 1 and 40),
  unique (notification_id, target_id),
  check ((sent_at is not null) = (outcome is not distinct from 'sent'))
);
create index notification_deliveries_due on notification_deliveries (channel, next_attempt_at)
  where sent_at is null and outcome is null;
create index notification_deliveries_sent on notification_deliveries (target_id, sent_at) where sent_at is not null;

-- Whom a reminder that nobody answers goes to next, for each notebook and kind that set it up.
create table escalation_plans (
  id         uuid        primary key,
  diary_id   uuid        not null references diaries (id) on delete cascade,
  kind       text        not null check (kind in ('task-due', 'dose-due')),
  steps      jsonb       not null,
  version    int         not null default 1 check (version > 0),
  changed_by uuid        not null references users (id),
  changed_at timestamptz not null default now(),
  unique (diary_id, kind)
);

-- One reminder that isn't answered yet, and which step comes when.
create table escalation_runs (
  id           uuid        primary key,
  plan_id      uuid        not null references escalation_plans (id) on delete cascade,
  diary_id     uuid        not null,
  subject_kind text        not null check (subject_kind in ('task', 'dose')),
  subject_id   uuid        not null,
  slot         text        check (char_length(slot) <= 80),
  occurrence   timestamptz not null,
  -- The next step, counted from 0.
  step         int         not null default 0 check (step >= 0),
  next_at      timestamptz,
  state        text        not null default 'open' check (state in ('open', 'done', 'stale')),
  -- Who is at it: until then nobody else is asked.
  taken_by     uuid        references users (id),
  taken_until  timestamptz,
  opened_at    timestamptz not null default now(),
  closed_by    uuid        references users (id),
  closed_at    timestamptz,
  unique (subject_kind, subject_id, occurrence),
  check ((state = 'open') = (closed_at is null)),
  check ((taken_by is null) = (taken_until is null))
);
create index escalation_runs_due on escalation_runs (next_at) where state = 'open';
create index escalation_runs_plan on escalation_runs (plan_id);
create index escalation_runs_notebook on escalation_runs (diary_id, subject_id) where state = 'open';

-- The days for which somebody's digest was made.
create table digests (
  user_id    uuid        not null references users (id),
  local_date date        not null,
  made_at    timestamptz not null default now(),
  primary key (user_id, local_date)
);

-- Addresses of people without an account that don't want to be written to; only their hashes are stored.
create table mail_blocks (
  address_hash bytea       primary key check (octet_length(address_hash) = 32),
  reason       text        not null check (char_length(reason) between 1 and 40),
  at           timestamptz not null default now()
);

select sync_track('notification_settings', array['user_id']);
select sync_track('notification_rules', array['user_id']);
select sync_track('notification_targets', array['user_id']);
select sync_track('notifications', array['user_id']);
select sync_track('escalation_plans', array['diary_id']);
select sync_track('escalation_runs', array['diary_id']);
