-- The files of photos that are removed are named for the job that removes files.
create or replace function avatars_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name)
    select 'avatars/' || id || size from gone, unnest(array['.jpg', '-small.jpg']) size
    on conflict do nothing;
  return null;
end $$;
