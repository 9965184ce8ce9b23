-- Notifications that their people put off (docs/decisions/0165).

alter table notifications
  -- When it comes back; null unless it is put off.
  add column later_until timestamptz,
  -- The time to which it was put off last, once it has come back.
  add column back_at timestamptz;
create index notifications_put_off on notifications (later_until) where later_until is not null and done_at is null;

-- What takes the place of a message on a device may also say that it comes back.
alter table notification_deliveries
  drop constraint notification_deliveries_replaced_check,
  add constraint notification_deliveries_replaced_check check (replaced in ('seen', 'later', 'done'));
