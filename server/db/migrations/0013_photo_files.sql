-- Photos that no notebook has any more, and what the list of notebooks counts.

-- Files that have to go, noted in the transaction that took away the last row which names them.
create table file_removals (
  name       text        primary key,
  created_at timestamptz not null default now()
);

create function avatars_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name)
    select 'avatars/' || id || size from gone, unnest(array['.jpg', '-small.jpg']) size
    on conflict do nothing;
  return null;
end $$;
create trigger avatars_leave_files after delete on avatars referencing old table as gone
  for each statement execute function avatars_leave_files();
create index avatars_uploaded_by on avatars (uploaded_by, created_at);

-- One pass over a notebook's notes counts them, the unread ones and finds the newest, without reading the notes.
drop index notes_updated;
create index notes_seen on notes (diary_id, updated_at desc) include (visibility, created_by, created_at);
create index comments_updated on comments (diary_id, updated_at desc);
create index attachments_newest on attachments (diary_id, created_at desc);
create index tasks_updated on tasks (diary_id, updated_at desc);
