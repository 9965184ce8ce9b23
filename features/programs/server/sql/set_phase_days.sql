-- As set_program_day, for the first and the last day of a phase.
create or replace function set_phase_days() returns trigger language plpgsql as $f$
declare
  zone text;
  before phase_progress;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone into zone from diaries where id = new.diary_id;
  if new.start_day is distinct from before.start_day then new.start_date := day_start(new.start_day, zone);
  else new.start_day := (new.start_date at time zone zone)::date;
  end if;
  if new.end_day is distinct from before.end_day then new.end_date := day_end(new.end_day, zone);
  else new.end_day := (new.end_date at time zone zone)::date;
  end if;
  return new;
end $f$;
