-- Keeps days and moments together: a day that is written gives its moment, a moment alone its day.
create or replace function set_program_day() returns trigger language plpgsql as $f$
declare
  zone text;
  before diary_programs;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone into zone from diaries where id = new.diary_id;
  if new.baseline_day is distinct from before.baseline_day then new.baseline_date := day_start(new.baseline_day, zone);
  else new.baseline_day := (new.baseline_date at time zone zone)::date;
  end if;
  return new;
end $f$;
