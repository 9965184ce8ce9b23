-- What each reader has read (docs/decisions/0135).

-- Up to when somebody has read what belongs to a note, a task or a started program; the row with none of the three is
-- for the whole notebook. Apart from members and visits, so that reading wakes nobody else's screens.
create table read_marks (
  id               uuid        primary key,
  diary_id         uuid        not null,
  user_id          uuid        not null,
  note_id          uuid,
  task_id          uuid,
  diary_program_id uuid,
  up_to            timestamptz not null,
  -- Of the whole notebook: up to when the reader was shown what needs no opening, such as who joined and what was done.
  shown_up_to      timestamptz,
  foreign key (diary_id, user_id) references members (diary_id, user_id) on delete cascade,
  foreign key (diary_id, note_id) references notes (diary_id, id) on delete cascade,
  foreign key (diary_id, task_id) references tasks (diary_id, id) on delete cascade,
  foreign key (diary_id, diary_program_id) references diary_programs (diary_id, id) on delete cascade,
  unique nulls not distinct (user_id, diary_id, note_id, task_id, diary_program_id),
  check (num_nonnulls(note_id, task_id, diary_program_id) <= (case when shown_up_to is null then 1 else 0 end))
);
create index read_marks_member on read_marks (diary_id, user_id);
create index read_marks_note on read_marks (diary_id, note_id) where note_id is not null;
create index read_marks_task on read_marks (diary_id, task_id) where task_id is not null;
create index read_marks_program on read_marks (diary_id, diary_program_id) where diary_program_id is not null;
select sync_track('read_marks', array['user_id']);

-- Nothing becomes unread by this change: what was there at the last visit counts as read.
insert into read_marks (id, diary_id, user_id, up_to)
select gen_random_uuid(), v.diary_id, v.user_id, v.last_opened_at from notebook_visits v;

-- When and by whom a task was last assigned, for its assignee. Of the tasks that are made at once, such as those of a
-- repetition, only the first one has it.
alter table tasks add column assigned_at timestamptz, add column assigned_by uuid references users (id);
create index tasks_assigned_lately on tasks (diary_id, assigned_to, assigned_at desc) where assigned_at is not null;
