-- Repeated tasks that people make themselves, and what the lists of tasks are read by.

-- What the occurrences of a repeated task are made from, for 90 days ahead (decisions, "Tasks, calendar, home"). Days and
-- minutes are of the notebook's time zone, so that a task at eight stays one at eight.
create table task_series (
  id               uuid primary key,
  diary_id         uuid    not null references diaries (id) on delete cascade,
  note_id          uuid,
  title            text    not null check (length(title) between 1 and 200),
  description      text    not null default '' check (length(description) <= 5000),
  assigned_to      uuid,
  recurrence       jsonb   not null,
  first_day        date    not null,
  start_minute     integer not null check (start_minute between 0 and 1439),
  -- How long after its start an occurrence is due, in days and at which minute; null when it has no date of its own.
  due_after_days   integer check (due_after_days between 0 and 366),
  due_minute       integer check (due_minute between 0 and 1439),
  -- When the tasks stop making sense; also the last day that one is made for.
  ends_at          timestamptz,
  -- The last day that tasks were made for; a job goes on from there.
  made_until       date    not null,
  created_by       uuid    not null references users (id),
  created_at       timestamptz not null default now(),
  check ((due_after_days is null) = (due_minute is null)),
  foreign key (diary_id, note_id) references notes (diary_id, id) on delete cascade,
  foreign key (diary_id, assigned_to) references members (diary_id, user_id) on delete set null (assigned_to)
);
create index task_series_diary on task_series (diary_id);
create index task_series_note on task_series (diary_id, note_id);
create index task_series_assigned on task_series (diary_id, assigned_to);
create index task_series_due on task_series (made_until);

alter table tasks add foreign key (series_id) references task_series (id) on delete set null;

-- The newest of what is finished, what has no date, and what somebody took for today.
create index tasks_finished on tasks (diary_id, (coalesce(due_date, scheduled_date)) desc nulls last)
  where status in ('completed', 'cancelled');
create index tasks_undated on tasks (diary_id, id)
  where status in ('pending', 'in_progress') and due_date is null and scheduled_date is null;
create index tasks_today on tasks (diary_id) where added_to_today_at is not null;
create index tasks_series on tasks (series_id) where status in ('pending', 'in_progress');
