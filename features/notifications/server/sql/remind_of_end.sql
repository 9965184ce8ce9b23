-- Nobody is reminded of a plan that has ended.
create or replace function remind_of_end() returns trigger language plpgsql as $f$ begin
  update dose_reminders set next_at = now() where plan_id = new.id;
  return null;
end $f$;
create or replace trigger remind_of_end after update of ended_at on medication_plans for each row
  when (old.ended_at is distinct from new.ended_at) execute function remind_of_end();
