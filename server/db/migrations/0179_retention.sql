-- How long things are kept is a setting (docs/decisions/0169); each deletion finds its rows by an index.

create index notifications_read on notifications (made_at) where seen_at is not null or done_at is not null;
create index digests_made on digests (made_at);
-- How often a file couldn't be removed: the operator may have files stay for some days, which is no failure.
alter table file_removals add column attempts int not null default 0;
update file_removals set attempts = 1 where not_before > created_at + interval '1 minute';
