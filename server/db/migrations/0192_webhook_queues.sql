-- Webhooks are looked at when something of theirs is due, so many an hour, and are told of notebooks that their person
-- doesn't see any more (docs/decisions/0174).

-- Says that something new waits for a webhook. Only inserted by writes, so that no write waits for another.
create table webhook_wakes (
  id         bigint generated always as identity primary key,
  webhook_id uuid   not null
);

-- Of each webhook for which something has waited. Without a foreign key, as `webhook_deliveries`.
create table webhook_queues (
  webhook_id uuid        primary key,
  -- When a node looks for due messages; null while nothing waits.
  look_at    timestamptz,
  -- So many messages went out in the hour that began then.
  hour_from  timestamptz,
  hour_sent  integer     not null default 0
);
create index webhook_queues_look on webhook_queues (look_at) where look_at is not null;

insert into webhook_wakes (webhook_id) select distinct webhook_id from webhook_deliveries where outcome is null;

alter table webhooks
  -- So many messages went out in an hour that the next one waits until then.
  add column limited_until timestamptz,
  -- When the oldest of too many messages were last given up.
  add column missed_at timestamptz;
-- Too many messages don't turn a webhook off any more.
update webhooks set missed_at = disabled_at, disabled_at = null, disabled_reason = null where disabled_reason = 'backlog';

-- Null for a notebook that its webhook's person doesn't see any more, whose id is `subject_id`: it may be deleted.
alter table webhook_deliveries alter column diary_id drop not null;
