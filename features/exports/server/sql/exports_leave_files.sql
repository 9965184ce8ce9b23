-- A node that is making one may still write its file when the row is gone, but not when its claim is over.
create or replace function exports_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name, not_before)
    select object_name, coalesce(claimed_until, now()) from gone where object_name is not null
    on conflict do nothing;
  return null;
end $$;
