-- Limits of uploads are exact, as those of invitations are (migration 0019): of two who attach to one note, or two uploads
-- that one person begins at the same moment, one starts again and counts the other. Without foreign keys, for the same reason.
create table upload_turns (
  of_id uuid primary key,
  taken integer not null default 1
);
