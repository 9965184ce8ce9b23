-- When a notebook's clock changes, days stay days and moments stay moments; each gives the other anew. So do the days that
-- occurrences of series are for.
create or replace function set_days_of_tasks() returns trigger language plpgsql as $f$ begin
  update tasks
     set date_only = date_only,
         occurrence_at = case when series_id is not null and occurrence_day is not null and occurrence_minute is null
                              then day_start(occurrence_day, new.time_zone) else occurrence_at end
   where diary_id = new.id;
  return null;
end $f$;
