-- Uploads that are under way, what the file of an attachment really is, and files that may go only later (care-core 7).

-- The right to upload one file to one note. It goes when the attachment is made, or some time after it has expired.
create table upload_grants (
  id           uuid        primary key,
  user_id      uuid        not null references users (id) on delete cascade,
  diary_id     uuid        not null,
  note_id      uuid        not null,
  object_name  text        not null unique,
  mime_type    text        not null check (length(mime_type) between 1 and 255),
  -- Uploaded straight into a bucket, under the name "uploads/…" until the attachment is made.
  is_direct    boolean     not null,
  -- The key of the file, sealed by the notebook's; only for attachments of encrypted notes.
  file_key     bytea,
  expires_at   timestamptz not null,
  -- What this server found while the file passed through it; absent until then, and for direct uploads.
  size_bytes   bigint      check (size_bytes >= 0 and size_bytes < 10485760),
  preview_type text,
  created_at   timestamptz not null default now(),
  foreign key (diary_id, note_id) references notes (diary_id, id) on delete cascade
);
create index upload_grants_user on upload_grants (user_id, expires_at);
create index upload_grants_expired on upload_grants (expires_at);
create index upload_grants_note on upload_grants (diary_id, note_id);

-- What the first bytes of the file say that it is, for the kinds that may be shown; the declared type is only told.
alter table attachments add column preview_type text
  check (preview_type in ('image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'));
alter table attachments add column file_key bytea check (file_key is null or is_encrypted);

-- A link to a bucket can't be taken back: what it may still write has to outlast it, to be removed for good.
alter table file_removals add column not_before timestamptz not null default now();
create index file_removals_due on file_removals (not_before);

create function attachments_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name)
    select object_name from gone where object_name is not null
    on conflict do nothing;
  return null;
end $$;
create trigger attachments_leave_files after delete on attachments referencing old table as gone
  for each statement execute function attachments_leave_files();

create function upload_grants_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name, not_before)
    select 'uploads/' || split_part(object_name, '/', 2), expires_at + interval '5 minutes' from gone where is_direct
    union all
    -- A file that has become an attachment stays.
    select object_name, now() from gone
     where not exists (select from attachments a where a.object_name = gone.object_name)
    on conflict do nothing;
  return null;
end $$;
create trigger upload_grants_leave_files after delete on upload_grants referencing old table as gone
  for each statement execute function upload_grants_leave_files();
