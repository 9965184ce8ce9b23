-- How queues stand, for the back-office and metrics (docs/decisions/0168): each figure is found by an index.

-- When a mail was given up. Those that were given up before have no time.
alter table mail_outbox add column failed_at timestamptz;
create index mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
-- A claim sets the time of the next attempt, so that of a failed one is about when it failed.
create index notification_deliveries_failed on notification_deliveries (channel, next_attempt_at)
  where outcome in ('failed', 'misconfigured');
create index exports_failed on exports (created_at) where status = 'failed';
create index exports_made on exports (generated_at) where generated_at is not null;
