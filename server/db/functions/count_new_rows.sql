-- Notes how many rows a statement added (docs/decisions/0043).
create or replace function count_new_rows() returns trigger language plpgsql as $$
begin
  insert into row_count_changes select tg_table_name, count(*) from new_rows having count(*) > 0;
  return null;
end $$;
