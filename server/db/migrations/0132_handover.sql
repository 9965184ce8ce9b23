-- Up to when each member has read what happened (docs/decisions/0147).

-- Rows are only added; the newest one of a member counts. It holds what was shown, not when the button was pressed.
create table handover_marks (
  id        uuid        primary key,
  -- Their order; two may be of one moment.
  position  bigint      generated always as identity,
  diary_id  uuid        not null,
  user_id   uuid        not null,
  -- All that was recorded up to here was shown.
  up_to     timestamptz not null,
  -- Of what was shown, what was recorded from a minute before `up_to` on. The next handover begins a minute earlier, for
  -- transactions that were committed late, and leaves these out.
  seen_tail text[]      not null default '{}' check (cardinality(seen_tail) <= 1000),
  -- The newest handover note that was shown. Without a foreign key: rows never change, also when the note goes.
  note_id   uuid,
  -- Whether the member went back, to have it before them again.
  is_unread boolean     not null default false,
  read_at   timestamptz not null default now(),
  foreign key (diary_id, user_id) references members (diary_id, user_id) on delete cascade
);
create index handover_marks_member on handover_marks (diary_id, user_id, position desc);
select sync_track('handover_marks', array['diary_id', 'user_id']);

-- Of two presses of one member at a time, the second sees what the first has written; by the membership's id.
create table handover_turns (
  of_id uuid primary key,
  taken integer not null default 1
);

-- Who changed a task last; null where nobody did by hand, as when a job moves the tasks of a program.
alter table tasks add column updated_by uuid references users (id);

-- What was recorded lately, of kinds that had no order by it yet.
create index care_pauses_recorded on care_pauses (diary_id, created_at desc);
create index tasks_created_lately on tasks (diary_id, created_at desc) where linked_diary_program_id is null;
