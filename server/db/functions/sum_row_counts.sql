-- Writes the sums. One node at a time; the others have nothing to do then.
create or replace function sum_row_counts() returns void language plpgsql as $$
begin
  if not exists (select from row_count_changes) or not pg_try_advisory_xact_lock(7301023) then return; end if;
  with gone as (
    delete from row_count_changes returning table_name, change
  ), sums as (
    select table_name, sum(change) as change from gone group by table_name
  )
  update row_counts c set total = c.total + s.change from sums s where s.table_name = c.table_name and s.change <> 0;
end $$;
