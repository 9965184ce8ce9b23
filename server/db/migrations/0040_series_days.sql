-- Repeated tasks by the notebook's days and minutes; one that can't be continued says so (docs/decisions/0052).

alter table task_series
  -- Null for whole days.
  alter column start_minute drop not null,
  drop constraint task_series_check,
  -- After this day, and on it after this minute (null: on all of it), there are no more.
  add column end_day       date,
  add column end_minute    smallint check (end_minute between 0 and 1439),
  -- How often a rule with a COUNT has come up to `made_until`; null where nobody has counted.
  add column rule_count    integer check (rule_count >= 0),
  -- Why it can't be continued, since when, how often that was tried, and when it is tried again.
  add column failure       text check (failure in ('zone', 'rule', 'other')),
  add column failed_at     timestamptz,
  add column failure_count integer not null default 0 check (failure_count >= 0),
  add column next_try_at   timestamptz,
  add check ((failure is null) = (failed_at is null)),
  add check ((failure_count = 0) = (failure is null)),
  add check (end_minute is null or end_day is not null);
create index task_series_failed on task_series (diary_id) where failure is not null;

-- What began with its day and was due with one was meant for whole days, as of tasks.
update task_series s
   set start_minute = null, due_minute = null
  from diaries d
 where d.id = s.diary_id
   and (s.first_day + make_interval(mins => s.start_minute)) at time zone d.time_zone = day_start(s.first_day, d.time_zone)
   and coalesce(s.due_minute in (0, 1439), true);
update task_series s
   set end_day = (s.ends_at at time zone d.time_zone)::date,
       end_minute = case when s.start_minute is not null
                         then (extract(hour from s.ends_at at time zone d.time_zone) * 60
                               + extract(minute from s.ends_at at time zone d.time_zone))::int end
  from diaries d
 where d.id = s.diary_id and s.ends_at is not null;
alter table task_series
  drop column ends_at,
  add check ((due_minute is not null) = (due_after_days is not null and start_minute is not null));

-- Which occurrence of its series a task is, by the notebook's clock; a change of clock makes none twice.
alter table tasks
  add column occurrence_day    date,
  add column occurrence_minute smallint check (occurrence_minute between 0 and 1439);
update tasks t
   set occurrence_day = k.day, occurrence_minute = k.minute
  from (select o.id, o.at::date as day,
               case when not o.date_only then (extract(hour from o.at) * 60 + extract(minute from o.at))::int end as minute,
               -- Of those that a former change of the notebook's zone put on the same one, the first.
               row_number() over (partition by o.series_id, o.date_only, date_trunc('minute', o.at) order by o.id) as nth
          from (select t.id, t.series_id, s.start_minute is null as date_only,
                       t.occurrence_at at time zone d.time_zone as at
                  from tasks t join diaries d on d.id = t.diary_id join task_series s on s.id = t.series_id) o) k
 where k.id = t.id and k.nth = 1;
drop index tasks_series_occurrence;
create unique index tasks_series_occurrence
  on tasks (series_id, occurrence_day, (coalesce(occurrence_minute, -1)));

-- Another zone may be what a series was waiting for.
create function try_series_again() returns trigger language plpgsql as $f$ begin
  update task_series set next_try_at = null where diary_id = new.id and next_try_at is not null;
  return null;
end $f$;
create trigger try_series_again after update of time_zone on diaries for each row
  when (old.time_zone is distinct from new.time_zone) execute function try_series_again();

-- Readers ask for a series by its id, and only whether it can be continued.
select sync_track('task_series', array['id']);

-- How often a program couldn't be brought up to date; it waits longer each time.
alter table program_clocks add column failures integer not null default 0 check (failures >= 0);
