-- Tracks a table: every INSERT, UPDATE, DELETE and TRUNCATE notes its scopes, whoever runs it.
-- Each element of column_sets is a comma-separated list of columns; '' stands for the table as a whole.
-- Migrations call it. A table that is tracked keeps the triggers that were made for it: after a change here a migration
-- tracks it anew.
create or replace function sync_track(tracked regclass, column_sets text[]) returns void language plpgsql as $track$
declare
  name      text := tracked::text;
  one_set   text;
  parts     text;
  per_row   text := '';
  operation text;
  source    text;
  referencing text;
begin
  foreach one_set in array column_sets loop
    if one_set = '' then
      insert into sync_scopes values (name, '{}');
      per_row := per_row || format(', (%L)', name);
    else
      insert into sync_scopes values (name, string_to_array(one_set, ','));
      select string_agg(format('%L || coalesce(r.%I::text, '''')', '&' || c || '=', c), ' || ' order by n)
        into parts from unnest(string_to_array(one_set, ',')) with ordinality as u(c, n);
      per_row := per_row || format(', (%L || substr(%s, 2))', name || '/', parts);
    end if;
  end loop;
  per_row := substr(per_row, 3);

  foreach operation in array array['insert', 'update', 'delete'] loop
    source := case operation
      when 'insert' then 'select * from new_rows'
      when 'delete' then 'select * from old_rows'
      else 'select * from old_rows union all select * from new_rows' end;
    referencing := case operation
      when 'insert' then 'new table as new_rows'
      when 'delete' then 'old table as old_rows'
      else 'old table as old_rows new table as new_rows' end;
    execute format(
      'create function %I() returns trigger language plpgsql as $f$ begin
         insert into sync_log (scope) select distinct s.scope from (%s) r, lateral (values %s) s(scope);
         return null;
       end $f$', format('sync_%s_%s', name, operation), source, per_row);
    execute format(
      'create trigger %I after %s on %s referencing %s for each statement execute function %I()',
      format('sync_%s', operation), operation, tracked, referencing, format('sync_%s_%s', name, operation));
  end loop;
  execute format(
    'create function %I() returns trigger language plpgsql as $f$ begin
       insert into sync_log (scope) values (%L); return null; end $f$',
    format('sync_%s_truncate', name), name || '/*');
  execute format(
    'create trigger sync_truncate after truncate on %s for each statement execute function %I()',
    tracked, format('sync_%s_truncate', name));
end $track$;
