-- Care programs, their activation in a notebook, tasks and comments (care-core 2.8, 2.11-2.16, 3; workspace 3).

create table programs (
  id           uuid primary key,
  short_id     text         not null unique check (is_short_id(short_id)),
  name         text         not null check (length(name) between 1 and 200),
  description  text         not null default '' check (length(description) <= 5000),
  category     text         not null default '' check (length(category) <= 100),
  tags         text[]       not null default '{}' check (cardinality(tags) <= 50),
  content      jsonb        not null check (jsonb_typeof(content -> 'phases') = 'array'),
  version      numeric(8,1) not null default 1.0 check (version >= 0),
  is_active    boolean      not null default true,
  is_public    boolean      not null default false,
  is_official  boolean      not null default false,
  published_at timestamptz,
  -- The notebook a program was uploaded for; null for the library's own.
  diary_id     uuid         references diaries (id) on delete cascade,
  created_by   uuid         references users (id),
  created_at   timestamptz  not null default now(),
  check (is_public or is_official or diary_id is not null)
);
create index programs_diary on programs (diary_id);
create index programs_library on programs (name, id) where is_public;
create index programs_created on programs (created_at desc, id desc);

create table diary_programs (
  id                  uuid primary key,
  diary_id            uuid        not null references diaries (id) on delete cascade,
  program_id          uuid        not null references programs (id),
  note_id             uuid,
  baseline_event_name text        not null default '',
  baseline_date       timestamptz not null,
  status              text        not null check (status in ('active', 'paused', 'completed', 'cancelled')),
  paused_until        timestamptz,
  activated_by        uuid        not null references users (id),
  activated_at        timestamptz not null default now(),
  unique (diary_id, id),
  foreign key (diary_id, note_id) references notes (diary_id, id) on delete set null (note_id),
  check ((paused_until is null) or status = 'paused')
);
-- The same program again only after the former activation was completed or deleted.
create unique index diary_programs_once on diary_programs (diary_id, program_id) where status in ('active', 'paused');
create index diary_programs_note on diary_programs (diary_id, note_id);
create index diary_programs_program on diary_programs (program_id);
create index diary_programs_activated on diary_programs (activated_at desc, id desc);

create table phase_progress (
  id                   uuid primary key,
  diary_id             uuid         not null,
  diary_program_id     uuid         not null,
  phase_id             text         not null,
  phase_title          text         not null,
  position             integer      not null check (position >= 0),
  status               text         not null check (status in ('active', 'upcoming', 'completed', 'skipped')),
  milestone_reached    boolean      not null default false,
  adherence_percentage numeric(5,2) not null default 0 check (adherence_percentage between 0 and 100),
  activities_completed integer      not null default 0 check (activities_completed >= 0),
  activities_total     integer      not null default 0 check (activities_total >= activities_completed),
  start_date           timestamptz  not null,
  end_date             timestamptz  not null check (end_date >= start_date),
  created_at           timestamptz  not null default now(),
  unique (diary_program_id, phase_id),
  foreign key (diary_id, diary_program_id) references diary_programs (diary_id, id) on delete cascade
);
create index phase_progress_diary on phase_progress (diary_id, diary_program_id, position);
create index phase_progress_created on phase_progress (created_at desc, id desc);

create table activity_activations (
  id                   uuid primary key,
  diary_id             uuid        not null,
  diary_program_id     uuid        not null,
  phase_id             text        not null,
  activity_template_id text        not null,
  activity_title       text        not null,
  is_recurring         boolean     not null default false,
  recurrence           jsonb,
  frequency_display    text        not null default '',
  assigned_to          uuid,
  is_active            boolean     not null default true,
  start_date           timestamptz not null,
  paused_until         timestamptz,
  deactivated_at       timestamptz,
  created_at           timestamptz not null default now(),
  unique (diary_program_id, activity_template_id),
  foreign key (diary_id, diary_program_id) references diary_programs (diary_id, id) on delete cascade,
  foreign key (diary_id, assigned_to) references members (diary_id, user_id) on delete set null (assigned_to)
);
create index activity_activations_diary on activity_activations (diary_id, diary_program_id);
create index activity_activations_assigned on activity_activations (diary_id, assigned_to);
create index activity_activations_created on activity_activations (created_at desc, id desc);

create table program_exports (
  id               uuid primary key,
  diary_id         uuid        not null,
  diary_program_id uuid        not null,
  export_type      text        not null check (export_type in ('phase-report', 'weekly-summary', 'full-report', 'api-snapshot')),
  format           text        not null check (format in ('pdf', 'json', 'csv')),
  range_start      timestamptz,
  range_end        timestamptz,
  object_name      text        unique,
  download_count   integer     not null default 0 check (download_count >= 0),
  generated_by     uuid        not null references users (id),
  created_at       timestamptz not null default now(),
  generated_at     timestamptz,
  expires_at       timestamptz not null,
  check (range_end >= range_start),
  foreign key (diary_id, diary_program_id) references diary_programs (diary_id, id) on delete cascade
);
create index program_exports_diary on program_exports (diary_id, diary_program_id, created_at desc);
create index program_exports_expiry on program_exports (expires_at);
create index program_exports_created on program_exports (created_at desc, id desc);

create table tasks (
  id                      uuid primary key,
  diary_id                uuid        not null references diaries (id) on delete cascade,
  note_id                 uuid,
  title                   text        not null check (length(title) between 1 and 200),
  description             text        not null default '' check (length(description) <= 5000),
  status                  text        not null default 'pending' check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
  -- Only a member can be assigned; who leaves the notebook leaves the task unassigned.
  assigned_to             uuid,
  scheduled_date          timestamptz,
  due_date                timestamptz,
  end_date                timestamptz,
  completed_at            timestamptz,
  -- When somebody added the task to "today"; the flag holds for that local day.
  added_to_today_at       timestamptz,
  is_recurring            boolean     not null default false,
  recurrence              jsonb,
  recurrence_rule         text,
  frequency               text,
  series_id               uuid,
  linked_diary_program_id uuid,
  phase_id                text,
  activity_template_id    text,
  task_template_id        text,
  occurrence_at           timestamptz,
  created_by              uuid        not null references users (id),
  created_at              timestamptz not null default now(),
  updated_at              timestamptz not null default now(),
  unique (diary_id, id),
  foreign key (diary_id, note_id) references notes (diary_id, id) on delete cascade,
  foreign key (diary_id, assigned_to) references members (diary_id, user_id) on delete set null (assigned_to),
  foreign key (diary_id, linked_diary_program_id) references diary_programs (diary_id, id) on delete cascade,
  check ((status = 'completed') = (completed_at is not null)),
  check (linked_diary_program_id is null or (activity_template_id is not null and occurrence_at is not null))
);
-- An activation or a series makes each occurrence once, however often it is asked to.
create unique index tasks_program_occurrence
  on tasks (linked_diary_program_id, activity_template_id, task_template_id, occurrence_at);
create unique index tasks_series_occurrence on tasks (series_id, occurrence_at);
create index tasks_open on tasks (diary_id, (coalesce(due_date, scheduled_date))) where status in ('pending', 'in_progress');
create index tasks_assigned on tasks (assigned_to, (coalesce(due_date, scheduled_date)));
create index tasks_assigned_member on tasks (diary_id, assigned_to);
create index tasks_calendar on tasks (diary_id, (coalesce(scheduled_date, due_date)));
create index tasks_note on tasks (diary_id, note_id);
create index tasks_program on tasks (diary_id, linked_diary_program_id, phase_id);
create index tasks_created on tasks (created_at desc, id desc);

create table comments (
  id               uuid primary key,
  diary_id         uuid        not null references diaries (id) on delete cascade,
  -- Exactly one target; the wire's targetType and targetId are read from these.
  note_id          uuid,
  task_id          uuid,
  diary_program_id uuid,
  content          text        not null check (length(content) between 1 and 10000),
  mentions         uuid[]      not null default '{}' check (cardinality(mentions) <= 50),
  visibility       text        not null default 'team' check (visibility in ('private', 'team', 'extended')),
  created_by       uuid        not null references users (id),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  check (num_nonnulls(note_id, task_id, diary_program_id) = 1),
  foreign key (diary_id, note_id) references notes (diary_id, id) on delete cascade,
  foreign key (diary_id, task_id) references tasks (diary_id, id) on delete cascade,
  foreign key (diary_id, diary_program_id) references diary_programs (diary_id, id) on delete cascade
);
create index comments_note on comments (diary_id, note_id, created_at) where note_id is not null;
create index comments_task on comments (diary_id, task_id, created_at) where task_id is not null;
create index comments_program on comments (diary_id, diary_program_id, created_at) where diary_program_id is not null;
create index comments_diary on comments (diary_id, created_at desc);
create index comments_mentions on comments using gin (mentions);
create index comments_created on comments (created_at desc, id desc);

select sync_track('programs', array['diary_id', 'id']);
select sync_track('diary_programs', array['diary_id']);
select sync_track('phase_progress', array['diary_id']);
select sync_track('activity_activations', array['diary_id']);
select sync_track('program_exports', array['diary_id']);
select sync_track('tasks', array['diary_id']);
select sync_track('comments', array['diary_id']);
