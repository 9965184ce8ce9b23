-- After a truncation there are none.
create or replace function count_no_program_exports() returns trigger language plpgsql as $$
begin
  delete from row_count_changes where table_name = 'program_exports';
  update row_counts set total = 0 where table_name = 'program_exports';
  return null;
end $$;
