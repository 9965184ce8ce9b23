-- The library of programs: official ones, what its list shows, programs that lie on a note, and whose a program is when
-- its notebook is deleted.

-- The name of an official program's file, by which a newer version of it finds the row.
alter table programs add column official_key text unique check (length(official_key) between 1 and 100);
alter table programs add check (official_key is null or (is_official and diary_id is null));

-- Counted once and not for every list: the content may be 2 MB.
create function program_last_day(content jsonb) returns integer language sql immutable as $$
  select coalesce(max((phase -> 'dayRange' ->> 'end')::integer), 0)
    from jsonb_array_elements(content -> 'phases') as phase
$$;
alter table programs
  add column phase_count integer not null
    generated always as (jsonb_array_length(content -> 'phases')) stored,
  add column activity_count integer not null
    generated always as (jsonb_array_length(jsonb_path_query_array(content, '$.phases[*].activities[*]'))) stored,
  add column task_count integer not null
    generated always as (jsonb_array_length(jsonb_path_query_array(content, '$.phases[*].activities[*].tasks[*]'))) stored,
  add column last_day integer not null generated always as (program_last_day(content)) stored;

-- Everybody's library is the public programs and those of their notebooks.
delete from sync_scopes where table_name = 'programs';
drop function sync_programs_insert, sync_programs_update, sync_programs_delete, sync_programs_truncate cascade;
select sync_track('programs', array['diary_id', 'id', 'is_public']);

-- A program that was put on a note to be started later.
create table note_programs (
  diary_id   uuid        not null,
  note_id    uuid        not null,
  program_id uuid        not null references programs (id) on delete cascade,
  linked_by  uuid        not null references users (id),
  linked_at  timestamptz not null default now(),
  primary key (note_id, program_id),
  foreign key (diary_id, note_id) references notes (diary_id, id) on delete cascade
);
create index note_programs_diary on note_programs (diary_id, note_id);
create index note_programs_program on note_programs (program_id);
select sync_track('note_programs', array['diary_id', 'note_id']);

-- A program that was uploaded for one notebook may be active in another. When the first is deleted the program becomes
-- the other's, the one that has used it longest; else it goes with its notebook.
create function programs_outlive_their_notebook() returns trigger language plpgsql as $$
begin
  update programs p set diary_id = heir.diary_id
    from (select distinct on (u.program_id) u.program_id, u.diary_id
            from programs q
            join diary_programs u on u.program_id = q.id and u.diary_id <> old.id
            join diaries d on d.id = u.diary_id
           where q.diary_id = old.id
           order by u.program_id, u.activated_at, u.id) heir
   where p.id = heir.program_id;
  return old;
end $$;
create trigger programs_outlive_their_notebook before delete on diaries
  for each row execute function programs_outlive_their_notebook();
