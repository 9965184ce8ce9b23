-- What was done needs no reminder any more, whoever wrote that it is done.
create or replace function settle_dose() returns trigger language plpgsql as $f$ begin
  update notifications set done_at = now()
   where diary_id = new.diary_id and subject_id = new.plan_id and slot = new.slot and done_at is null;
  return null;
end $f$;
create or replace trigger settle_new_dose after insert on doses for each row
  when (new.slot is not null and new.state in ('given', 'not_given')) execute function settle_dose();
create or replace trigger settle_dose after update of state on doses for each row
  when (new.slot is not null and new.state in ('given', 'not_given') and old.state <> new.state) execute function settle_dose();
