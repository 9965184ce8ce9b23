-- Encryption at rest (docs/decisions/0033), versions and search of notes.

-- The data keys of notebooks, wrapped by a master key. A destroyed key leaves its row without the key itself.
create table notebook_keys (
  diary_id      uuid        not null references diaries (id) on delete cascade,
  number        integer     not null check (number > 0),
  wrapped       bytea       check (length(wrapped) = 60),
  master_key_id text        not null check (master_key_id ~ '^[0-9a-f]{16}$'),
  created_at    timestamptz not null default now(),
  -- A retired key opens what it has sealed and seals nothing more.
  retired_at    timestamptz,
  destroyed_at  timestamptz,
  primary key (diary_id, number),
  check ((wrapped is null) = (destroyed_at is not null))
);
create index notebook_keys_master on notebook_keys (master_key_id) where wrapped is not null;

select sync_track('notebook_keys', array['diary_id']);
