-- Notes how many exports of programs a statement added (docs/decisions/0043).
create or replace function count_new_program_exports() returns trigger language plpgsql as $$
begin
  insert into row_count_changes
    select 'program_exports', count(*) from new_rows where kind = 'program' having count(*) > 0;
  return null;
end $$;
