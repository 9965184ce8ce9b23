-- After a change of a notebook's zone its series go on with each occurrence once (docs/decisions/0052).

-- The former zones of the notebook that the times of a series go by, in turns: planned by the clock of the first; what the
-- second one showed then is read by the clock of the third; and so on. Where the last one is to be read by another, that is
-- the notebook's own. Empty: by the notebook's clock.
alter table task_series add column clock_zones text[] not null default '{}';

-- The series go on at the moments that the former clock gives; those that go by moments already stay with them. A zone that
-- nobody knows gave none.
create or replace function keep_moments_of_series(notebook uuid, former_zone text) returns void language sql as $f$
  update task_series set clock_zones = clock_zones || former_zone
   where diary_id = notebook and cardinality(clock_zones) % 2 = 0 and is_time_zone(former_zone);
$f$;

-- The unfinished tasks to come keep the hour that their notebook's former clock showed, and so do the occurrences of its
-- series, whatever became of their tasks: a moment that isn't of one any more may be of the next.
create or replace function keep_hours_of_tasks(notebook uuid, former_zone text, from_moment timestamptz) returns void language sql as $f$
  update tasks t
     set scheduled_date = (t.scheduled_date at time zone former_zone) at time zone d.time_zone,
         due_date = (t.due_date at time zone former_zone) at time zone d.time_zone,
         end_date = (t.end_date at time zone former_zone) at time zone d.time_zone
    from diaries d
   where d.id = t.diary_id and t.diary_id = notebook and not t.date_only and t.status in ('pending', 'in_progress')
     and coalesce(t.scheduled_date, t.due_date) >= from_moment;
  update tasks t
     set occurrence_at = (t.occurrence_at at time zone former_zone) at time zone d.time_zone
    from diaries d
   where d.id = t.diary_id and t.diary_id = notebook and t.series_id is not null and t.occurrence_minute is not null;
  update task_series set clock_zones = clock_zones || former_zone
   where diary_id = notebook and cardinality(clock_zones) % 2 = 1;
$f$;

-- When a notebook's clock changes, days stay days and moments stay moments; each gives the other anew. So do the days that
-- occurrences of series are for.
create or replace function set_days_of_tasks() returns trigger language plpgsql as $f$ begin
  update tasks
     set date_only = date_only,
         occurrence_at = case when series_id is not null and occurrence_day is not null and occurrence_minute is null
                              then day_start(occurrence_day, new.time_zone) else occurrence_at end
   where diary_id = new.id;
  return null;
end $f$;
