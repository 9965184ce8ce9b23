-- What the sync server needs to know which live queries a commit touches. See docs/decisions/0003-change-detection.md.

-- Commit timestamps of the sync protocol: nextval() after a commit, so a snapshot that starts after
-- a value was handed out contains every commit with that value or a smaller one.
create sequence sync_ts as bigint start 1;

-- One row per changed scope and statement, written by the triggers of sync_track() in the writing
-- transaction. A reader finds what changed between two snapshots exactly by the transaction ids.
create table sync_log (
  xid   xid8 not null default pg_current_xact_id(),
  scope text not null
);
create index sync_log_xid on sync_log (xid);

-- Which column sets of a table form a scope; the recorder of query dependencies reads it at start.
create table sync_scopes (
  table_name text   not null,
  columns    text[] not null,
  primary key (table_name, columns)
);

-- Outcome of each mutation by session and request, written in its transaction: a mutation that a
-- client sends again after a lost connection returns this instead of running twice.
create table sync_outcomes (
  session_id uuid        not null,
  request_id bigint      not null,
  user_key   text        not null,
  outcome    jsonb       not null,
  created_at timestamptz not null default now(),
  primary key (session_id, request_id)
);
create index sync_outcomes_created on sync_outcomes (created_at);

-- Tracks a table: every INSERT, UPDATE, DELETE and TRUNCATE notes its scopes, whoever runs it.
-- Each element of column_sets is a comma-separated list of columns; '' stands for the table as a whole.
create function sync_track(tracked regclass, column_sets text[]) returns void language plpgsql as $track$
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
