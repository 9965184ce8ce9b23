-- After a truncate there are no rows, whatever was noted before.
create or replace function count_no_rows() returns trigger language plpgsql as $$
begin
  delete from row_count_changes where table_name = tg_table_name;
  update row_counts set total = 0 where table_name = tg_table_name;
  return null;
end $$;
