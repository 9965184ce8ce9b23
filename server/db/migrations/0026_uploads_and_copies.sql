-- Limits of uploads are exact, as those of invitations are (migration 0019): of two who attach to one note, or two uploads
-- that one person begins at the same moment, one starts again and counts the other. Without foreign keys, for the same reason.
create table upload_turns (
  of_id uuid primary key,
  taken integer not null default 1
);

-- Somebody's right to fetch one copy of a notebook; it goes when it is used (docs/decisions/0044).
create table copy_tickets (
  id         uuid        primary key,
  diary_id   uuid        not null references diaries (id) on delete cascade,
  user_id    uuid        not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index on copy_tickets (diary_id);
create index on copy_tickets (user_id);
