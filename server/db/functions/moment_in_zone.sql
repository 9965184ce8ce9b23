-- The moment of a local time in a zone, in minutes after midnight. A skipped time becomes later by the length of the skip;
-- of a repeated one it is the first, where `at time zone` takes the second. `momentInZone` in lib/dates/zone-day.ts is the same.
create or replace function moment_in_zone(day date, minute int, zone text) returns timestamptz stable strict parallel safe
  language sql return (
  select coalesce(
      least(case when before_change at time zone zone = shown then before_change end,
            case when after_change at time zone zone = shown then after_change end),
      before_change)
    from (
      select shown,
             (shown - (((shown at time zone 'UTC' - interval '24 hours') at time zone zone) - (shown - interval '24 hours')))
               at time zone 'UTC' as before_change,
             (shown - (((shown at time zone 'UTC' + interval '24 hours') at time zone zone) - (shown + interval '24 hours')))
               at time zone 'UTC' as after_change
        from (select day::timestamp + minute * interval '1 minute' as shown) s
    ) c);
