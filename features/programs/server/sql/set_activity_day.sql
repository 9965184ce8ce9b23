-- As set_program_day, for the first day of an activity.
create or replace function set_activity_day() returns trigger language plpgsql as $f$
declare
  zone text;
  before activity_activations;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone into zone from diaries where id = new.diary_id;
  if new.start_day is distinct from before.start_day then new.start_date := day_start(new.start_day, zone);
  else new.start_day := (new.start_date at time zone zone)::date;
  end if;
  return new;
end $f$;
