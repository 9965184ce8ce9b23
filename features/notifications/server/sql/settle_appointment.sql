-- An appointment that is called off or moved needs no reminder of before any more.
create or replace function settle_appointment() returns trigger language plpgsql as $f$ begin
  update notifications set done_at = now()
   where diary_id = new.diary_id and subject_id = new.id and subject_kind = 'appointment' and done_at is null;
  return null;
end $f$;
create or replace trigger settle_appointment after update of status, starts_at on appointments for each row
  when ((old.status <> 'calledOff' and new.status = 'calledOff') or old.starts_at <> new.starts_at)
  execute function settle_appointment();
