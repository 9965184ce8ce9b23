-- A task is for days or for moments, by the clock of its notebook (docs/decisions/0050).

-- The first moment of a day: midnight, what follows it where clocks skip it, the first one where they show it twice.
create function day_start(day date, zone text) returns timestamptz stable strict parallel safe language sql
  return case
    when ((day::timestamp at time zone zone - interval '1 hour') at time zone zone)::date = day
    then day::timestamp at time zone zone - interval '1 hour'
    else day::timestamp at time zone zone end;

-- The last millisecond of a day.
create function day_end(day date, zone text) returns timestamptz stable strict parallel safe language sql
  return day_start(day + 1, zone) - interval '1 millisecond';

alter table tasks
  -- Whether it is for days, without a time: then the days hold, and the moments follow from them and the notebook's
  -- clock. Of a task with times the moments hold, and the days follow.
  add column date_only     boolean not null default false,
  add column scheduled_day date,
  add column due_day       date,
  add column end_day       date,
  -- The last moment at which it isn't overdue, or hasn't expired, while it is unfinished; null when it never will be.
  add column overdue_after timestamptz,
  add column expires_after timestamptz;

-- The day of a whole-day task's date after a change: what was changed of it holds, first of all the day.
create function changed_day(was_day date, was_at timestamptz, is_day date, is_at timestamptz, zone text) returns date
  immutable parallel safe language sql
  return case when is_day is distinct from was_day then is_day
              when is_at is distinct from was_at then (is_at at time zone zone)::date
              else coalesce(is_day, (is_at at time zone zone)::date) end;

-- Keeps days and moments of a task together, whoever writes it.
create function set_task_days() returns trigger language plpgsql as $f$
declare
  zone text;
  before tasks;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone into zone from diaries where id = new.diary_id;
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
  end if;
  return new;
end $f$;
create trigger task_days before insert or update of diary_id, date_only, scheduled_date, due_date, end_date, scheduled_day,
    due_day, end_day, linked_diary_program_id, overdue_after, expires_after
  on tasks for each row execute function set_task_days();

-- What was stored at the first or the last moment of a day was meant for that day; an end alone decides for itself.
update tasks t
   set date_only = case
         when coalesce(t.scheduled_date, t.due_date) is null
         then coalesce(t.end_date in (day_start((t.end_date at time zone d.time_zone)::date, d.time_zone),
                                      day_end((t.end_date at time zone d.time_zone)::date, d.time_zone)), false)
         else coalesce(t.scheduled_date in (day_start((t.scheduled_date at time zone d.time_zone)::date, d.time_zone),
                                            day_end((t.scheduled_date at time zone d.time_zone)::date, d.time_zone)), true)
          and coalesce(t.due_date in (day_start((t.due_date at time zone d.time_zone)::date, d.time_zone),
                                      day_end((t.due_date at time zone d.time_zone)::date, d.time_zone)), true) end
  from diaries d
 where d.id = t.diary_id;

-- When a notebook's clock changes, days stay days and moments stay moments; each gives the other anew.
create function set_days_of_tasks() returns trigger language plpgsql as $f$ begin
  update tasks set date_only = date_only where diary_id = new.id;
  return null;
end $f$;
create trigger task_days after update of time_zone on diaries for each row
  when (old.time_zone is distinct from new.time_zone) execute function set_days_of_tasks();

-- The state of a task in one word; `displayState` in lib/task-states.ts is the same for screens.
create function task_state(status text, overdue_after timestamptz, expires_after timestamptz, at timestamptz) returns text
  immutable parallel safe language sql
  return case when status in ('completed', 'cancelled') then 'completed'
              when expires_after < at then 'expired'
              when overdue_after < at then 'overdue'
              else 'pending' end;

-- Lists go by the last moment that isn't late, the calendar by days.
drop index tasks_open, tasks_finished, tasks_undated, tasks_calendar, tasks_assigned;
create index tasks_open on tasks (diary_id, overdue_after) where status in ('pending', 'in_progress');
create index tasks_finished on tasks (diary_id, overdue_after desc nulls last) where status in ('completed', 'cancelled');
create index tasks_undated on tasks (diary_id, id) where status in ('pending', 'in_progress') and overdue_after is null;
create index tasks_calendar on tasks (diary_id, (coalesce(scheduled_day, due_day)));
create index tasks_assigned on tasks (assigned_to, overdue_after);
