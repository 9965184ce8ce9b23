-- Escalation in use (docs/decisions/0152).

-- What a notebook has set up for a kind; null once it is turned off.
alter table escalation_plans rename column steps to setup;
alter table escalation_plans alter column setup drop not null;

alter table escalation_runs
  -- From when the minutes of its steps count: later than it opened by the time for which somebody was at it, and by the
  -- time for which the server was away.
  add column counts_from timestamptz not null default now(),
  -- Up to which minute its steps are over.
  add column done_minutes int not null default 0 check (done_minutes >= 0),
  -- Who of those at it the others were told of last.
  add column told_taken_by uuid references users (id),
  -- Whom the last step told, besides those who were reminded first, and when.
  add column told_ids uuid[] not null default '{}',
  add column told_at timestamptz,
  -- Turned off while it was open.
  drop constraint escalation_runs_state_check,
  add constraint escalation_runs_state_check check (state in ('open', 'done', 'off', 'stale'));
create index escalation_runs_closed on escalation_runs (closed_at) where state <> 'open';

-- What a notification of an escalation is: the reminder again, to the next person, to those who lead, or that somebody is
-- at it; and when those who were reminded first were connected last.
alter table notifications
  add column run_id uuid references escalation_runs (id) on delete set null,
  add column step text check (step in ('again', 'next', 'leaders', 'taken')),
  add column contacts jsonb;
create index notifications_run on notifications (run_id) where run_id is not null;

-- In which notebooks what is urgent may break somebody's quiet hours, besides `urgent_breaks_quiet` for all.
create table quiet_exceptions (
  user_id  uuid not null,
  diary_id uuid not null,
  primary key (user_id, diary_id),
  foreign key (diary_id, user_id) references members (diary_id, user_id) on delete cascade
);
create index quiet_exceptions_member on quiet_exceptions (diary_id, user_id);
select sync_track('quiet_exceptions', array['user_id']);
