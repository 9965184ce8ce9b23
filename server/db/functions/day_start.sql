-- The first moment of a day: midnight, what follows it where clocks skip it, the first one where they show it twice.
create or replace function day_start(day date, zone text) returns timestamptz stable strict parallel safe language sql
  return case
    when ((day::timestamp at time zone zone - interval '1 hour') at time zone zone)::date = day
    then day::timestamp at time zone zone - interval '1 hour'
    else day::timestamp at time zone zone end;
