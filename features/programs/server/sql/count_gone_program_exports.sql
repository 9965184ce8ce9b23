-- Notes how many exports of programs a statement removed.
create or replace function count_gone_program_exports() returns trigger language plpgsql as $$
begin
  insert into row_count_changes
    select 'program_exports', -count(*) from old_rows where kind = 'program' having count(*) > 0;
  return null;
end $$;
