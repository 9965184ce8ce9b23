-- The queue of exports of any subject (docs/decisions/0141): until now it knew activated programs alone.

alter table program_exports rename to exports;

-- What is exported, such as 'program'; rooms register their kinds. `subject_id` is the row that it is about,
-- `parameters` are what was asked for beyond that.
alter table exports add column kind text, add column subject_id uuid, add column parameters jsonb not null default '{}';
update exports
   set kind = 'program', subject_id = diary_program_id,
       parameters = jsonb_strip_nulls(jsonb_build_object('exportType', export_type,
         'from', round(extract(epoch from range_start) * 1000), 'to', round(extract(epoch from range_end) * 1000)));
alter table exports
  alter column kind set not null,
  alter column subject_id set not null,
  alter column parameters drop default,
  add check (char_length(kind) between 1 and 40),
  -- Who may see an export of its subject: everyone who may have such exports, those of them who see what is for the
  -- care team, or its maker alone.
  add column audience text not null default 'everyone' check (audience in ('everyone', 'team', 'maker')),
  drop column export_type,
  drop column range_start,
  drop column range_end,
  drop column diary_program_id;
alter table exports
  alter column audience drop default,
  -- Goes with its program. A kind whose subject can be deleted alone adds such a column, so that the database keeps it.
  add column diary_program_id uuid generated always as (case kind when 'program' then subject_id end) stored,
  add foreign key (diary_id) references diaries (id) on delete cascade,
  add foreign key (diary_id, diary_program_id) references diary_programs (diary_id, id) on delete cascade;

create index exports_subject on exports (diary_id, kind, subject_id, created_at desc);
create index exports_program on exports (diary_program_id, diary_id) where diary_program_id is not null;
drop index program_exports_created;
create index exports_of_programs on exports (created_at desc, id desc) where kind = 'program';
alter index program_exports_pkey rename to exports_pkey;
alter index program_exports_expiry rename to exports_expiry;
alter index program_exports_waiting rename to exports_waiting;
alter index program_exports_generated_by rename to exports_generated_by;

-- Live queries follow it by its new name.
drop trigger sync_insert on exports;
drop trigger sync_update on exports;
drop trigger sync_delete on exports;
drop trigger sync_truncate on exports;
drop function sync_program_exports_insert;
drop function sync_program_exports_update;
drop function sync_program_exports_delete;
drop function sync_program_exports_truncate;
delete from sync_scopes where table_name = 'program_exports';
select sync_track('exports', array['diary_id']);

-- The back-office counts and shows those of programs.
drop trigger count_insert on exports;
drop trigger count_delete on exports;
drop trigger count_truncate on exports;
create function count_new_program_exports() returns trigger language plpgsql as $$
begin
  insert into row_count_changes
    select 'program_exports', count(*) from new_rows where kind = 'program' having count(*) > 0;
  return null;
end $$;
create function count_gone_program_exports() returns trigger language plpgsql as $$
begin
  insert into row_count_changes
    select 'program_exports', -count(*) from old_rows where kind = 'program' having count(*) > 0;
  return null;
end $$;
create function count_no_program_exports() returns trigger language plpgsql as $$
begin
  delete from row_count_changes where table_name = 'program_exports';
  update row_counts set total = 0 where table_name = 'program_exports';
  return null;
end $$;
create trigger count_insert after insert on exports referencing new table as new_rows
  for each statement execute function count_new_program_exports();
create trigger count_delete after delete on exports referencing old table as old_rows
  for each statement execute function count_gone_program_exports();
create trigger count_truncate after truncate on exports for each statement execute function count_no_program_exports();

alter trigger program_exports_leave_files on exports rename to exports_leave_files;
alter function program_exports_leave_files() rename to exports_leave_files;
