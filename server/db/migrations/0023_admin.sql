-- The administrator's back-office: who opened which table, how many rows each table has, and what they are found by
-- (docs/decisions/0043).

-- When an administrator last opened a table; without it the table's list isn't answered. Each opening is an audit event.
create table admin_openings (
  user_id    uuid        not null references users (id) on delete cascade,
  table_name text        not null check (length(table_name) between 1 and 40),
  opened_at  timestamptz not null,
  primary key (user_id, table_name)
);
select sync_track('admin_openings', array['user_id,table_name']);

-- The lists of the back-office are paged by the id of their rows.
alter table note_types add column id uuid not null default gen_random_uuid() unique;
create index note_types_created on note_types (created_at desc, id desc);

-- An administrator may give a program any version from 0.
alter table programs alter column version type numeric(10,3);

-- How many rows a table has: `total`, and what came and went since that was written. Whoever adds or removes rows only
-- adds a line, so nobody waits for anybody; a job sums the lines up (server/jobs/row_counts.ts). Both together are exact
-- in every snapshot.
create table row_counts (
  table_name text   primary key,
  total      bigint not null check (total >= 0)
);
create table row_count_changes (
  table_name text   not null,
  change     bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_threshold = 100000);
select sync_track('row_counts', array['table_name']);
-- Without triggers: a live count is told by the sum, a few seconds later, and not by every new row.
insert into sync_scopes values ('row_count_changes', '{table_name}');

create function count_new_rows() returns trigger language plpgsql as $$
begin
  insert into row_count_changes select tg_table_name, count(*) from new_rows having count(*) > 0;
  return null;
end $$;
create function count_gone_rows() returns trigger language plpgsql as $$
begin
  insert into row_count_changes select tg_table_name, -count(*) from old_rows having count(*) > 0;
  return null;
end $$;
create function count_no_rows() returns trigger language plpgsql as $$
begin
  delete from row_count_changes where table_name = tg_table_name;
  update row_counts set total = 0 where table_name = tg_table_name;
  return null;
end $$;
do $$
declare
  one text;
begin
  foreach one in array array['users', 'diaries', 'notes', 'note_types', 'attachments', 'tasks', 'comments', 'members',
    'invitations', 'programs', 'diary_programs', 'phase_progress', 'activity_activations', 'program_exports', 'audit_events']
  loop
    execute format('create trigger count_insert after insert on %I referencing new table as new_rows
      for each statement execute function count_new_rows()', one);
    execute format('create trigger count_delete after delete on %I referencing old table as old_rows
      for each statement execute function count_gone_rows()', one);
    execute format('create trigger count_truncate after truncate on %I for each statement execute function count_no_rows()', one);
    -- Nobody writes meanwhile: making the triggers has locked the table.
    execute format('insert into row_counts select %L, count(*) from %I', one, one);
  end loop;
end $$;

-- Writes the sums. One node at a time; the others have nothing to do then.
create function sum_row_counts() returns void language plpgsql as $$
begin
  if not exists (select from row_count_changes) or not pg_try_advisory_xact_lock(7301023) then return; end if;
  with gone as (
    delete from row_count_changes returning table_name, change
  ), sums as (
    select table_name, sum(change) as change from gone group by table_name
  )
  update row_counts c set total = c.total + s.change from sums s where s.table_name = c.table_name and s.change <> 0;
end $$;

-- What rows are found by: the words of their names, as search compares them.
create function name_terms(name text) returns tsvector immutable strict parallel safe language sql
begin atomic
  select to_tsvector('simple', search_text(left(name, 1000)));
end;
create index users_terms on users using gin (name_terms(name || ' ' || email));
create index diaries_terms on diaries using gin (name_terms(name));
create index programs_terms on programs using gin (name_terms(name || ' ' || category));
create index invitations_terms on invitations using gin (name_terms(email));
-- Small steps, as for the search of notes (0015): nobody's write waits long for what is put in order.
create index attachments_terms on attachments using gin (name_terms(filename)) with (gin_pending_list_limit = 256);
create index tasks_terms on tasks using gin (name_terms(title)) with (gin_pending_list_limit = 256);
-- Nobody finds what they may not read.
create index notes_name_terms on notes using gin (name_terms(title)) with (gin_pending_list_limit = 256)
  where visibility <> 'private' and not is_encrypted;

create index comments_created_by on comments (created_by);
create index audit_events_type on audit_events (lower(event_type) text_pattern_ops);
create index audit_events_target on audit_events (target_id);
