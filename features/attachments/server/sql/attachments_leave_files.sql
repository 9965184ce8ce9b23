-- The files of attachments that are removed are named for the job that removes files. Small versions of pictures follow
-- some minutes later: one may be in the making.
create or replace function attachments_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name, not_before)
    select object_name, now() from gone where object_name is not null
    union all
    select 'previews/' || split_part(object_name, '/', 2) || '-' || size, now() + interval '5 minutes'
      from gone, unnest(array['small', 'screen']) as size
     where object_name is not null and preview_type like 'image/%'
    on conflict do nothing;
  return null;
end $$;
