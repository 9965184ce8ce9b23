-- Reminders under load (docs/decisions/0166).

-- What is urgent goes first. Kept with the delivery, because the next ones are found by an index of it alone.
alter table notification_deliveries add column is_urgent boolean not null default false;
update notification_deliveries d set is_urgent = true
  from notifications n
 where n.id = d.notification_id and d.sent_at is null and d.outcome is null
   and n.kind in ('dose-due', 'dose-missed', 'escalation');

drop index notification_deliveries_due;
create index notification_deliveries_due on notification_deliveries (channel, is_urgent, next_attempt_at, target_id)
  where sent_at is null and outcome is null;

-- Each version of a row is in all indexes, and each delivery has three versions. Only mails and digests wait together.
drop index notification_deliveries_waiting;
create index notification_deliveries_waiting on notification_deliveries (target_id, channel)
  where channel in ('mail', 'digest') and sent_at is null and outcome is null;
-- Nothing looked for what was sent by its time. Whoever deletes a target deletes all of its deliveries, not only those
-- with a tag.
drop index notification_deliveries_sent;
drop index notification_deliveries_shown;
create index notification_deliveries_target on notification_deliveries (target_id, tag);
