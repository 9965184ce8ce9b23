-- Outboxes of devices that write without a connection (docs/decisions/0261-writes-that-wait.md): how far the numbers of
-- each have been decided. An outcome that its device has read is deleted, so a decided number without one was read.
create table sync_outboxes (
  outbox_id    uuid primary key,
  user_key     text not null,
  last_request bigint not null check (last_request > 0),
  seen_at      timestamptz not null default now()
);
create index sync_outboxes_seen on sync_outboxes (seen_at);

-- An outcome that an outbox hasn't read within 30 days is dropped; its fingerprint stays, so that the same number with
-- another content is still recognised.
alter table sync_outcomes alter column outcome drop not null;

-- The operation of an outbox that made a version, so that the same operation under another number is recognised.
alter table notes add column op_id uuid;
alter table note_versions add column op_id uuid;

-- `version` counts edits; `op_ids` are the operations of outboxes among the last ones.
alter table comments
  add column version integer not null default 1 check (version > 0),
  add column op_ids uuid[] not null default '{}' check (cardinality(op_ids) <= 20);
