-- What becomes of tasks with times when the clock of their notebook changes (docs/decisions/0050). Days stay days, and
-- moments stay moments, by the triggers of 0030; these two do what was chosen.

-- The unfinished tasks to come keep the hour that their notebook's former clock showed.
create function keep_hours_of_tasks(notebook uuid, former_zone text, from_moment timestamptz) returns void language sql as $f$
  update tasks t
     set scheduled_date = (t.scheduled_date at time zone former_zone) at time zone d.time_zone,
         due_date = (t.due_date at time zone former_zone) at time zone d.time_zone,
         end_date = (t.end_date at time zone former_zone) at time zone d.time_zone
    from diaries d
   where d.id = t.diary_id and t.diary_id = notebook and not t.date_only and t.status in ('pending', 'in_progress')
     and coalesce(t.scheduled_date, t.due_date) >= from_moment;
$f$;

-- The series go on at the moments at which their tasks were made so far: at another hour, and where that hour is on
-- another day and they count days from their first one, a day earlier or later.
create function keep_moments_of_series(notebook uuid, former_zone text) returns void language sql as $f$
  with moved as (
    select s.id, m.day, (m.day + make_interval(mins => s.start_minute)) at time zone former_zone at time zone d.time_zone as shown
      from task_series s join diaries d on d.id = s.diary_id, lateral (select greatest(s.made_until, s.first_day) as day) m
     where s.diary_id = notebook and s.start_minute is not null
  ), shifted as (
    select s.id, extract(hour from m.shown)::integer * 60 + extract(minute from m.shown)::integer as start,
           case when s.recurrence ->> 'pattern' in ('interval', 'frequency') then m.shown::date - m.day else 0 end as days,
           s.due_after_days * 1440 + s.due_minute - s.start_minute as lasts
      from moved m join task_series s on s.id = m.id
  )
  update task_series s
     set start_minute = n.start, first_day = s.first_day + n.days,
         made_until = case when s.made_until < s.first_day then s.made_until else s.made_until + n.days end,
         due_after_days = (n.start + n.lasts) / 1440, due_minute = (n.start + n.lasts) % 1440
    from shifted n
   where s.id = n.id;
$f$;
