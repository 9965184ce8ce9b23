-- What devices show of notifications, and what takes its place when the matter is settled (docs/decisions/0153).

alter table notification_deliveries
  -- The notification under whose id it was shown: its own, or the first of those that were put together.
  add column tag uuid,
  -- When the message with this tag is replaced, or a replacement is tried again. Stands at the first of its messages.
  add column replace_at timestamptz,
  add column replace_attempts int not null default 0,
  -- What took its place: that it was seen elsewhere, or that it is done.
  add column replaced text check (replaced in ('seen', 'done'));
-- Those that were sent before were shown each by itself.
update notification_deliveries set tag = notification_id where sent_at is not null;
create index notification_deliveries_shown on notification_deliveries (target_id, tag) where tag is not null;
create index notification_deliveries_replaced on notification_deliveries (channel, replace_at) where replace_at is not null;

-- When a target that fails began to; null while it works.
alter table notification_targets add column failing_since timestamptz;

-- Notifications that were seen or whose matter was settled a moment ago, until what devices show is up to date.
create table settled_notifications (
  notification_id uuid        primary key references notifications (id) on delete cascade,
  look_at         timestamptz not null default now()
);
create index settled_notifications_due on settled_notifications (look_at);
