-- Another clock of the notebook keeps the days: their moments move, and the end of a pause that was meant for a day too.
create or replace function set_days_of_programs() returns trigger language plpgsql as $f$ begin
  update diary_programs
     set baseline_date = day_start(baseline_day, new.time_zone),
         paused_until = case when paused_until = day_start((paused_until at time zone old.time_zone)::date, old.time_zone)
                             then day_start((paused_until at time zone old.time_zone)::date, new.time_zone)
                             else paused_until end
   where diary_id = new.id;
  update phase_progress set start_date = day_start(start_day, new.time_zone), end_date = day_end(end_day, new.time_zone)
   where diary_id = new.id;
  update activity_activations set start_date = day_start(start_day, new.time_zone) where diary_id = new.id;
  perform count_programs(array(select id from diary_programs where diary_id = new.id));
  return null;
end $f$;
