-- The next dose of a plan by elapsed hours moves with each dose that is given, corrected or withdrawn.
create or replace function remind_after_last() returns trigger language plpgsql as $f$ begin
  update dose_reminders set next_at = now() where plan_id = new.plan_id and counts_from_last;
  return null;
end $f$;
create or replace trigger remind_after_given after insert on doses for each row
  when (new.state = 'given') execute function remind_after_last();
create or replace trigger remind_after_change after update of state, given_at on doses for each row
  when ((new.state = 'given' or old.state = 'given')
        and (old.state, old.given_at) is distinct from (new.state, new.given_at))
  execute function remind_after_last();
