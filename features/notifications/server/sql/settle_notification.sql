-- What devices show of a notification has to follow when its person sees it elsewhere or puts it off, or its matter is
-- settled. Only noted here: which devices show it is known when sending is over.
create or replace function settle_notification() returns trigger language plpgsql as $f$ begin
  insert into settled_notifications (notification_id) values (new.id)
    on conflict (notification_id) do update set look_at = now();
  return null;
end $f$;
create or replace trigger settle_notification after update of done_at, seen_at, later_until on notifications for each row
  when (((old.done_at is null and new.done_at is not null) or (old.seen_at is null and new.seen_at is not null)
         or (new.later_until is not null and old.later_until is distinct from new.later_until))
        -- Nothing older is on any screen.
        and new.made_at > now() - interval '2 days')
  execute function settle_notification();
