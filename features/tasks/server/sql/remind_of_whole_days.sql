-- When a notebook's time of reminders changes, that of its open whole-day tasks follows.
create or replace function remind_of_whole_days() returns trigger language plpgsql as $f$ begin
  update tasks set date_only = date_only
   where diary_id = new.id and date_only and status in ('pending', 'in_progress');
  return null;
end $f$;
