-- Whoever ends a session ends the notifications of its browser: by the list of devices, a new password, the operator or SQL.
-- One that has only run out keeps them: a reminder is better than none for somebody who hasn't opened the app for weeks.
-- The sign-in's connections look for tables in their own schema first.
create or replace function end_device_of_session() returns trigger language plpgsql set search_path = public as $f$ begin
  delete from notification_targets where session_id = old."id";
  return null;
end $f$;
create or replace trigger end_device_of_session after delete on auth."session" for each row
  when (old."expiresAt" > now()) execute function end_device_of_session();
