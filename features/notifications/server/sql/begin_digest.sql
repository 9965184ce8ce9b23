-- A new member without a clock of their own gets one for their digest: due at once, so that the next round computes the time
-- by the notebook's zone. Which notebook somebody reads, only the membership says, whichever way it is made.
create or replace function begin_digest() returns trigger language plpgsql as $f$ begin
  insert into notification_settings (user_id, next_digest_at) values (new.user_id, now())
  on conflict (user_id) do update set next_digest_at = excluded.next_digest_at
    where notification_settings.time_zone is null and notification_settings.next_digest_at is null;
  return null;
end $f$;
create or replace trigger begin_digest after insert on members for each row execute function begin_digest();
