-- When a grant ends, what was uploaded with it and didn't become an attachment is named for the job that removes files.
create or replace function upload_grants_leave_files() returns trigger language plpgsql as $$
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
