-- The last millisecond of a day.
create or replace function day_end(day date, zone text) returns timestamptz stable strict parallel safe language sql
  return day_start(day + 1, zone) - interval '1 millisecond';
