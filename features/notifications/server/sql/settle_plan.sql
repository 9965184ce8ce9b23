-- The doses of a plan that has ended aren't due any more.
create or replace function settle_plan() returns trigger language plpgsql as $f$ begin
  update notifications set done_at = now()
   where diary_id = new.diary_id and subject_id = new.id and subject_kind = 'dose' and done_at is null;
  return null;
end $f$;
create or replace trigger settle_plan after update of ended_at on medication_plans for each row
  when (old.ended_at is null and new.ended_at is not null) execute function settle_plan();
