-- Exports of activated programs: how far one is, what became of it, and its file (docs/decisions/0039).

alter table program_exports
  add column status     text    not null default 'making' check (status in ('making', 'ready', 'failed', 'expired')),
  add column progress   integer not null default 0 check (progress between 0 and 100),
  -- Why it failed, in words for the person who made it.
  add column error      text check (length(error) <= 300),
  add column filename   text    not null default '' check (length(filename) <= 255),
  add column size_bytes bigint  check (size_bytes >= 0),
  -- The key of the file, sealed by the notebook's; only for programs of encrypted notes.
  add column file_key   bytea,
  -- How often a node has begun to make it, and until when that node has it for itself.
  add column attempts   integer not null default 0,
  add column claimed_until timestamptz;

-- The queue of what is to be made.
create index program_exports_waiting on program_exports (created_at) where status = 'making';
create index program_exports_generated_by on program_exports (generated_by);

-- A node that is making one may still write its file when the row is gone, but not when its claim is over.
create function program_exports_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name, not_before)
    select object_name, coalesce(claimed_until, now()) from gone where object_name is not null
    on conflict do nothing;
  return null;
end $$;
create trigger program_exports_leave_files after delete on program_exports referencing old table as gone
  for each statement execute function program_exports_leave_files();
