-- What is said about a planned dose ends or pauses its escalation in the same transaction. An entry that is taken back
-- doesn't open it again: those who were told have seen the matter.
create or replace function end_escalation_of_dose() returns trigger language plpgsql as $f$
declare
  run escalation_runs;
begin
  select * into run from escalation_runs r
   where r.diary_id = new.diary_id and r.subject_id = new.plan_id and r.subject_kind = 'dose' and r.slot = new.slot
     and r.state = 'open' for update;
  if not found then return null; end if;
  if new.state in ('given', 'not_given') then
    update escalation_runs set state = 'done', next_at = null, closed_at = now(), closed_by = new.recorded_by where id = run.id;
  elsif new.state = 'claimed' then
    perform take_escalation(run.id, new.recorded_by, now() + interval '30 minutes');
  elsif new.state = 'released' and run.taken_until > now() then
    update escalation_runs
       set counts_from = counts_from - (taken_until - now()), taken_by = null, taken_until = null, told_taken_by = null,
           next_at = now()
     where id = run.id;
  end if;
  return null;
end $f$;
create or replace trigger end_escalation after insert or update on doses for each row
  when (new.slot is not null and new.extra_of is null) execute function end_escalation_of_dose();
