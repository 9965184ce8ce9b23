-- Somebody doesn't give a dose after all: what waits for the end of their claim is told now, and not only then.
create or replace function ask_after_claim() returns trigger language plpgsql as $f$ begin
  update notification_deliveries d set next_attempt_at = now()
    from notifications n
   where n.diary_id = new.diary_id and n.subject_id = new.plan_id and n.slot = new.slot and n.done_at is null
     and d.notification_id = n.id and d.sent_at is null and d.outcome is null and d.next_attempt_at = old.claimed_until;
  update notifications set later_until = now()
   where diary_id = new.diary_id and subject_id = new.plan_id and slot = new.slot and done_at is null
     and later_until = old.claimed_until;
  -- A look too many finds nothing.
  update dose_reminders set next_at = now()
   where plan_id = new.plan_id and next_at > now() and next_at <= old.claimed_until + interval '1 second';
  return null;
end $f$;
create or replace trigger ask_after_claim after update of state on doses for each row
  when (new.slot is not null and old.state = 'claimed' and new.state = 'released') execute function ask_after_claim();
