-- The files of attachments that are removed are named for the job that removes files.
create or replace function attachments_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name)
    select object_name from gone where object_name is not null
    on conflict do nothing;
  return null;
end $$;
