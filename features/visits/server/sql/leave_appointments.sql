-- Whoever leaves a notebook goes to none of its appointments to come, whichever way their membership ends: nobody waits
-- for a driver who is gone.
create or replace function leave_appointments() returns trigger language plpgsql as $$
begin
  delete from appointment_people p
   using appointments a
   where p.user_id = old.user_id and p.diary_id = old.diary_id
     and a.diary_id = p.diary_id and a.id = p.appointment_id and a.ends_at > now();
  return null;
end $$;
create or replace trigger leave_appointments after delete on members for each row execute function leave_appointments();
