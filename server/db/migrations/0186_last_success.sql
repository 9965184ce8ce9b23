-- When something was last delivered on a channel, without a look at all targets (docs/decisions/0168). A target that works is
-- noted every ten minutes at most.
create index notification_targets_success on notification_targets (channel, last_ok) where last_ok is not null;
