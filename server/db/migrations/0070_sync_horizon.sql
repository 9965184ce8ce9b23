-- How far back the log of changes reaches: those of older transactions were dropped. Whoever looked last before that
-- has missed some. See docs/decisions/0070-stopped-clocks-and-failover.md.
create table sync_horizon (
  only_row      boolean primary key default true check (only_row),
  dropped_below xid8    not null
);
insert into sync_horizon (dropped_below) values ('0');
