-- Reminders, escalation, notifications, webhooks.

-- Up to where the planner has looked at each kind of time; whoever holds the row plans.
create table reminder_clocks (
  kind         text not null check (kind in ('task', 'dose', 'dose-missed')),
  lead_minutes integer not null default 0 check (lead_minutes between 0 and 1440),
  done_until   timestamptz not null default now(),
  -- The last one of that moment that was planned.
  done_id      uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  -- When the last minutes were looked at again.
  swept_at     timestamptz not null default now(),
  -- Reminders whose notebook was held by another transaction (docs/decisions/0182): from when on they are looked for again.
  held_since   timestamptz,
  primary key (kind, lead_minutes)
);

-- Up to when a plan's planned doses were looked at, and when the next look is due. A plan's doses are computed from its
-- versions, in TypeScript, so no time of them stands here but the next one. 'dose': when a dose is due; 'dose-missed':
-- when it counts as late and may have no entry.
create table dose_reminders (
  plan_id          uuid not null,
  kind             text not null check (kind in ('dose', 'dose-missed')),
  diary_id         uuid not null,
  -- The next dose depends on the last one that was given.
  counts_from_last boolean not null default false,
  done_until       timestamptz not null default now(),
  -- Null for plans that have no further dose.
  next_at          timestamptz default now(),
  primary key (plan_id, kind),
  foreign key (diary_id, plan_id) references medication_plans(diary_id, id) on delete cascade
);
create index dose_reminders_due on dose_reminders (next_at, plan_id, kind) where next_at is not null;
create index dose_reminders_notebook on dose_reminders (diary_id, plan_id);

-- How somebody is notified; without a row all is as at first.
create table notification_settings (
  user_id             uuid primary key references users(id),
  -- That of the person's own clock, for quiet hours and the digest; null until a device has said it.
  time_zone           text check (char_length(time_zone) between 1 and 64),
  -- Minutes after midnight. Quiet from one to the other, over midnight where the end is before the beginning.
  quiet_from          smallint check (quiet_from between 0 and 1439),
  quiet_to            smallint check (quiet_to between 0 and 1439),
  digest_minute       smallint not null default 1080 check (digest_minute between 0 and 1439),
  -- Days of the week, 1 is Monday; without any there is no digest.
  digest_days         smallint[] not null default '{1,2,3,4,5,6,7}'::smallint[]
    check (digest_days <@ '{1,2,3,4,5,6,7}'::smallint[] and cardinality(digest_days) <= 7),
  next_digest_at      timestamptz,
  lock_screen         text not null default 'nothing' check (lock_screen in ('nothing', 'who', 'what')),
  urgent_breaks_quiet boolean not null default false,
  -- Whether the digest names notebooks and titles.
  digest_titles       boolean not null default false,
  -- How somebody writes times of the day, for the times in messages (docs/decisions/0175). Null until a device has said it.
  clock_hours         smallint check (clock_hours in (12, 24)),
  constraint notification_settings_check check ((quiet_from is null) = (quiet_to is null)),
  constraint notification_settings_check1 check (quiet_from <> quiet_to)
);
create index notification_settings_digests on notification_settings (next_digest_at) where next_digest_at is not null;

-- What differs from the defaults, which stand in the code: for one notebook or for all of them.
create table notification_rules (
  user_id  uuid not null references users(id),
  diary_id uuid,
  kind     text not null check (char_length(kind) between 1 and 40),
  channel  text not null check (channel in ('mail', 'push', 'ntfy', 'webhook')),
  mode     text not null check (mode in ('now', 'digest', 'off')),
  unique nulls not distinct (user_id, diary_id, kind, channel),
  foreign key (diary_id, user_id) references members(diary_id, user_id) on delete cascade
);

-- In which notebooks what is urgent may break somebody's quiet hours, besides `urgent_breaks_quiet` for all.
create table quiet_exceptions (
  user_id  uuid not null,
  diary_id uuid not null,
  primary key (user_id, diary_id),
  foreign key (diary_id, user_id) references members(diary_id, user_id) on delete cascade
);
create index quiet_exceptions_member on quiet_exceptions (diary_id, user_id);

-- Whom a reminder that nobody answers goes to next, for each notebook and kind that set it up.
create table escalation_plans (
  id         uuid primary key,
  diary_id   uuid not null references diaries(id) on delete cascade,
  kind       text not null check (kind in ('task-due', 'dose-due')),
  setup      jsonb,
  version    integer not null default 1 check (version > 0),
  changed_by uuid not null references users(id),
  changed_at timestamptz not null default now(),
  unique (diary_id, kind)
);

-- One reminder that isn't answered yet, and which step comes when.
create table escalation_runs (
  id            uuid primary key,
  plan_id       uuid not null references escalation_plans(id) on delete cascade,
  diary_id      uuid not null,
  subject_kind  text not null check (subject_kind in ('task', 'dose')),
  subject_id    uuid not null,
  slot          text check (char_length(slot) <= 80),
  occurrence    timestamptz not null,
  -- The next step, counted from 0.
  step          integer not null default 0 check (step >= 0),
  next_at       timestamptz,
  state         text not null default 'open' check (state in ('open', 'done', 'off', 'stale')),
  -- Who is at it: until then nobody else is asked.
  taken_by      uuid references users(id),
  taken_until   timestamptz,
  opened_at     timestamptz not null default now(),
  closed_by     uuid references users(id),
  closed_at     timestamptz,
  -- From when the minutes of its steps count: later than it opened by the time for which somebody was at it, and by the
  -- time for which the server was away.
  counts_from   timestamptz not null default now(),
  -- Up to which minute its steps are over.
  done_minutes  integer not null default 0 check (done_minutes >= 0),
  -- Who of those at it the others were told of last.
  told_taken_by uuid references users(id),
  -- Whom its steps told and when, for the rows of what it is about (docs/decisions/0167).
  told          jsonb not null default '[]' check (jsonb_typeof(told) = 'array'),
  constraint escalation_runs_check check ((state = 'open') = (closed_at is null)),
  constraint escalation_runs_check1 check ((taken_by is null) = (taken_until is null)),
  unique (subject_kind, subject_id, occurrence)
);
create index escalation_runs_due on escalation_runs (next_at) where state = 'open';
create index escalation_runs_plan on escalation_runs (plan_id);
create index escalation_runs_notebook on escalation_runs (diary_id, subject_id) where state = 'open';
create index escalation_runs_closed on escalation_runs (closed_at) where state <> 'open';
create index escalation_runs_stale on escalation_runs (diary_id, closed_at) where state = 'stale';

-- Where notifications go: a browser that subscribed, a topic, an address of a program. Of channel mail each person has at
-- most one, for the address of their account.
create table notification_targets (
  id            uuid primary key,
  user_id       uuid not null references users(id) on delete cascade,
  channel       text not null check (channel in ('mail', 'push', 'ntfy', 'webhook')),
  -- The address and its keys, encrypted; null for mail.
  sealed        bytea,
  -- The same address isn't stored twice.
  endpoint_hash bytea not null check (octet_length(endpoint_hash) = 32) unique,
  label         text not null default '' check (char_length(label) <= 100),
  -- What it shows on a lock screen; null for what the person has chosen for all.
  detail        text check (detail in ('nothing', 'who', 'what')),
  created_at    timestamptz not null default now(),
  last_ok       timestamptz,
  failures      integer not null default 0,
  disabled_at   timestamptz,
  -- When a target that fails began to; null while it works.
  failing_since timestamptz,
  -- The session of the built-in sign-in; null where the sessions are an issuer's.
  session_id    text check (char_length(session_id) between 1 and 100),
  constraint notification_targets_check check ((channel = 'mail') = (sealed is null))
);
create index notification_targets_person on notification_targets (user_id, created_at);
create index notification_targets_session on notification_targets (session_id) where session_id is not null;
-- When something was last delivered on a channel, without a look at all targets (docs/decisions/0168). A target that works is
-- noted every ten minutes at most.
create index notification_targets_success on notification_targets (channel, last_ok) where last_ok is not null;

-- What somebody was notified of: their inbox.
create table notifications (
  id           uuid primary key,
  -- The same matter notifies the same person once.
  dedupe       text not null check (char_length(dedupe) <= 200) unique,
  user_id      uuid not null references users(id),
  -- Null for what belongs to no notebook.
  diary_id     uuid,
  kind         text not null check (char_length(kind) between 1 and 40),
  -- What it is about: 'task', 'dose', 'note', 'comment', 'member', 'digest', 'session'.
  subject_kind text not null check (char_length(subject_kind) between 1 and 40),
  -- For a dose its plan.
  subject_id   uuid,
  -- For a planned dose which one.
  slot         text check (char_length(slot) <= 80),
  -- Who did it; null where nobody did.
  actor_id     uuid references users(id),
  -- What is read together.
  group_key    text not null check (char_length(group_key) <= 200),
  due_at       timestamptz not null,
  made_at      timestamptz not null default now(),
  -- It became due while the server was away, and nobody was told in time.
  while_away   boolean not null default false,
  seen_at      timestamptz,
  -- When the matter was settled: done, skipped or given.
  done_at      timestamptz,
  -- What a notification of an escalation is: the reminder again, to the next person, to those who lead, or that somebody is
  -- at it; and when those who were reminded first were connected last.
  run_id       uuid references escalation_runs(id) on delete set null,
  step         text check (step in ('again', 'next', 'leaders', 'taken', 'stale')),
  contacts     jsonb,
  -- When it comes back; null unless it is put off.
  later_until  timestamptz,
  -- The time to which it was put off last, once it has come back.
  back_at      timestamptz,
  -- What happened, of the kind 'security' (SECURITY_ACTS); null for all other kinds.
  act          text check (char_length(act) between 1 and 40),
  -- The browser of a sign-in, such as "Firefox on Windows".
  act_detail   text check (char_length(act_detail) <= 100),
  act_session  text,
  foreign key (diary_id, user_id) references members(diary_id, user_id) on delete cascade,
  constraint notifications_act check ((kind = 'security') = (act is not null))
);
create index notifications_inbox on notifications (user_id, made_at desc, id desc);
create index notifications_unseen on notifications (user_id) where seen_at is null;
create index notifications_subject on notifications (diary_id, subject_id) where done_at is null;
create index notifications_notebook on notifications (diary_id, user_id);
create index notifications_old on notifications (made_at);
create index notifications_run on notifications (run_id) where run_id is not null;
create index notifications_put_off on notifications (later_until) where later_until is not null and done_at is null;
create index notifications_read on notifications (made_at) where seen_at is not null or done_at is not null;

-- One row for each target that a notification goes to.
create table notification_deliveries (
  id               uuid primary key,
  notification_id  uuid not null references notifications(id) on delete cascade,
  target_id        uuid not null references notification_targets(id) on delete cascade,
  -- That of the target.
  channel          text not null,
  due_at           timestamptz not null,
  attempts         integer not null default 0,
  next_attempt_at  timestamptz not null,
  -- Until when a node is at it.
  leased_until     timestamptz,
  sent_at          timestamptz,
  -- What became of it: 'sent', 'gone', 'failed', or why it wasn't sent.
  outcome          text check (char_length(outcome) between 1 and 40),
  -- The notification under whose id it was shown: its own, or the first of those that were put together.
  tag              uuid,
  -- When the message with this tag is replaced, or a replacement is tried again. Stands at the first of its messages.
  replace_at       timestamptz,
  replace_attempts integer not null default 0,
  -- What took its place: that it was seen elsewhere, or that it is done.
  replaced         text check (replaced in ('seen', 'later', 'done')),
  -- What is urgent goes first. Kept with the delivery, because the next ones are found by an index of it alone.
  is_urgent        boolean not null default false,
  constraint notification_deliveries_check check ((sent_at is not null) = (not outcome is distinct from 'sent')),
  unique (notification_id, target_id)
);
create index notification_deliveries_replaced on notification_deliveries (channel, replace_at) where replace_at is not null;
create index notification_deliveries_due on notification_deliveries (channel, is_urgent, next_attempt_at, target_id)
  where sent_at is null and outcome is null;
-- What waits for one target: mails that are written together, and the digest.
create index notification_deliveries_waiting on notification_deliveries (target_id, channel)
  where (channel in ('mail', 'digest')) and sent_at is null and outcome is null;
create index notification_deliveries_target on notification_deliveries (target_id, tag);
-- A claim sets the time of the next attempt, so that of a failed one is about when it failed.
create index notification_deliveries_failed on notification_deliveries (channel, next_attempt_at)
  where outcome in ('failed', 'misconfigured');

-- Notifications that were seen or whose matter was settled a moment ago, until what devices show is up to date.
create table settled_notifications (
  notification_id uuid primary key references notifications(id) on delete cascade,
  look_at         timestamptz not null default now()
);
create index settled_notifications_due on settled_notifications (look_at);

-- Notifications that were written with what they tell of, and whose deliveries a planner writes a moment later: whoever
-- writes a note doesn't wait for the choices of all who are told.
create table unplanned_notifications (
  notification_id uuid primary key references notifications(id) on delete cascade
);

-- The days for which somebody's digest was made.
create table digests (
  user_id    uuid not null references users(id),
  local_date date not null,
  made_at    timestamptz not null default now(),
  primary key (user_id, local_date)
);
create index digests_made on digests (made_at);

create table webhooks (
  id              uuid primary key,
  user_id         uuid not null references users(id),
  name            text not null check (char_length(name) between 1 and 100),
  -- The server of the address, by which its person recognises it.
  host            text not null check (char_length(host) between 1 and 255),
  -- The address and the secrets, encrypted with the server's secret key.
  sealed          bytea not null,
  -- Of what it is told, as the areas of access tokens; null for everything.
  areas           text[] check (cardinality(areas) between 1 and 20),
  -- Without it only of the notebooks of webhook_notebooks.
  all_notebooks   boolean not null,
  created_at      timestamptz not null default now(),
  -- Until then the secret before the last rotation signs too.
  rotated_until   timestamptz,
  last_ok         timestamptz,
  last_failed_at  timestamptz,
  -- The status of an answer, or the code of an error; never an address.
  last_failure    text check (char_length(last_failure) <= 100),
  -- Attempts without a success since, and since when.
  failures        integer not null default 0,
  failing_since   timestamptz,
  -- Nothing is tried before.
  paused_until    timestamptz,
  disabled_at     timestamptz,
  disabled_reason text check (disabled_reason in ('person', 'failing', 'gone', 'backlog')),
  -- So many messages went out in an hour that the next one waits until then.
  limited_until   timestamptz,
  -- When the oldest of too many messages were last given up.
  missed_at       timestamptz,
  constraint webhooks_check check ((disabled_at is null) = (disabled_reason is null))
);
create index webhooks_person on webhooks (user_id, created_at);
-- Which each write asks: none where nobody has a webhook.
create index webhooks_on on webhooks (user_id) where disabled_at is null;

create table webhook_notebooks (
  webhook_id uuid not null references webhooks(id) on delete cascade,
  diary_id   uuid not null,
  user_id    uuid not null,
  primary key (webhook_id, diary_id),
  foreign key (diary_id, user_id) references members(diary_id, user_id) on delete cascade
);
create index webhook_notebooks_member on webhook_notebooks (diary_id, user_id);

-- What is on its way to a webhook and was sent lately: ids, never content.
create table webhook_deliveries (
  -- The `webhook-id` of each attempt.
  id              uuid default gen_random_uuid() primary key,
  -- Without a foreign key: a write in a notebook would wait for whoever changes a webhook or a membership, and they for it.
  -- What is left of a webhook that is gone is never sent, and deleted when it is found.
  webhook_id      uuid not null,
  diary_id        uuid references diaries(id) on delete cascade,
  kind            text not null,
  change          text not null check (change in ('insert', 'update', 'delete')),
  subject_id      uuid not null,
  -- The role of the webhook's person at the time of the change, and who saw the row before it.
  role            text not null,
  before          jsonb,
  made_at         timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts        integer not null default 0,
  leased_until    timestamptz,
  -- As it was told last: the type, and when. What wasn't told yet isn't shown to its person either.
  told_as         text,
  tried_at        timestamptz,
  -- Why the last attempt failed.
  failure         text check (char_length(failure) <= 100),
  outcome         text check (outcome in ('sent', 'failed'))
);
create index webhook_deliveries_open on webhook_deliveries (webhook_id, next_attempt_at) where outcome is null;
create index webhook_deliveries_leased on webhook_deliveries (webhook_id) where leased_until is not null;
create index webhook_deliveries_tried on webhook_deliveries (webhook_id, tried_at desc) where tried_at is not null;
create index webhook_deliveries_failed on webhook_deliveries (tried_at) where outcome = 'failed';
create index webhook_deliveries_old on webhook_deliveries (made_at);
create index webhook_deliveries_notebook on webhook_deliveries (diary_id);

-- Says that something new waits for a webhook. Only inserted by writes, so that no write waits for another.
create table webhook_wakes (
  id         bigint generated always as identity primary key,
  webhook_id uuid not null
);

-- Of each webhook for which something has waited. Without a foreign key, as `webhook_deliveries`.
create table webhook_queues (
  webhook_id uuid primary key,
  -- When a node looks for due messages; null while nothing waits.
  look_at    timestamptz,
  -- So many messages went out in the hour that began then.
  hour_from  timestamptz,
  hour_sent  integer not null default 0
);
create index webhook_queues_look on webhook_queues (look_at) where look_at is not null;

insert into reminder_clocks (kind) values ('task');
