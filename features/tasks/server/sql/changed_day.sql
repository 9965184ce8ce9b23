-- The day of a whole-day task's date after a change: what was changed of it holds, first of all the day.
create or replace function changed_day(was_day date, was_at timestamptz, is_day date, is_at timestamptz, zone text) returns date
  immutable parallel safe language sql
  return case when is_day is distinct from was_day then is_day
              when is_at is distinct from was_at then (is_at at time zone zone)::date
              else coalesce(is_day, (is_at at time zone zone)::date) end;
