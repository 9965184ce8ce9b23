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
