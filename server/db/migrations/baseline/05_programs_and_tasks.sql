-- Programs, exports, tasks, and comments on all of them.

create table programs (
  id             uuid primary key,
  short_id       text not null check (is_short_id(short_id)) unique,
  name           text not null check (length(name) between 1 and 200),
  description    text not null default '' check (length(description) <= 5000),
  category       text not null default '' check (length(category) <= 100),
  tags           text[] not null default '{}' check (cardinality(tags) <= 50),
  content        jsonb not null check (jsonb_typeof(content -> 'phases') = 'array'),
  version        numeric(10,3) not null default 1.0 check (version >= 0),
  is_active      boolean not null default true,
  is_public      boolean not null default false,
  is_official    boolean not null default false,
  published_at   timestamptz,
  -- The notebook a program was uploaded for; null for the library's own.
  diary_id       uuid references diaries(id) on delete cascade,
  created_by     uuid references users(id),
  created_at     timestamptz not null default now(),
  -- The name of an official program's file, by which a newer version of it finds the row.
  official_key   text unique check (length(official_key) between 1 and 100),
  phase_count    integer not null generated always as (jsonb_array_length((content -> 'phases'))) stored,
  activity_count integer not null generated always as (jsonb_array_length(jsonb_path_query_array(content, '$."phases"[*]."activities"[*]'::jsonpath))) stored,
  task_count     integer not null generated always as (jsonb_array_length(jsonb_path_query_array(content, '$."phases"[*]."activities"[*]."tasks"[*]'::jsonpath))) stored,
  last_day       integer not null generated always as (program_last_day(content)) stored,
  constraint programs_check check (is_public or is_official or diary_id is not null),
  constraint programs_check1 check (official_key is null or is_official and diary_id is null)
);
create index programs_diary on programs (diary_id);
create index programs_library on programs (name, id) where is_public;
create index programs_created on programs (created_at desc, id desc);
create index programs_terms on programs using gin (name_terms((name || ' ') || category));

create table diary_programs (
  id                  uuid primary key,
  diary_id            uuid not null references diaries(id) on delete cascade,
  program_id          uuid not null references programs(id),
  note_id             uuid,
  baseline_event_name text not null default '',
  baseline_date       timestamptz not null,
  status              text not null check (status in ('active', 'paused', 'completed', 'cancelled')),
  paused_until        timestamptz,
  activated_by        uuid not null references users(id),
  activated_at        timestamptz not null default now(),
  -- When a paused program was paused: its clock stands still there.
  paused_since        timestamptz,
  baseline_day        date not null,
  -- The pauses that are over, so that a picture of the program shows them: [{"from": day, "to": day}], both included, in the
  -- order in which they ended (docs/decisions/0139).
  pauses              jsonb not null default '[]',
  constraint diary_programs_check check (paused_until is null or status = 'paused'),
  unique (diary_id, id),
  -- What hangs on a note goes with it; left behind, the program of a private note would become everybody's.
  foreign key (diary_id, note_id) references notes(diary_id, id) on delete cascade,
  constraint diary_programs_check1 check ((paused_since is not null) = (status = 'paused'))
);
-- The same program again only after the former activation was completed or deleted.
create unique index diary_programs_once on diary_programs (diary_id, program_id) where status in ('active', 'paused');
create index diary_programs_note on diary_programs (diary_id, note_id);
create index diary_programs_program on diary_programs (program_id);
create index diary_programs_activated on diary_programs (activated_at desc, id desc);
-- A notebook's list of programs.
create index diary_programs_list on diary_programs (diary_id, activated_at desc, id desc);

create table phase_progress (
  id                   uuid primary key,
  diary_id             uuid not null,
  diary_program_id     uuid not null,
  phase_id             text not null,
  phase_title          text not null,
  "position"           integer not null check ("position" >= 0),
  status               text not null check (status in ('active', 'upcoming', 'completed', 'skipped')),
  milestone_reached    boolean not null default false,
  adherence_percentage numeric(5,2) not null default 0 check (adherence_percentage >= 0 and adherence_percentage <= 100),
  activities_completed integer not null default 0 check (activities_completed >= 0),
  activities_total     integer not null default 0,
  start_date           timestamptz not null,
  end_date             timestamptz not null,
  created_at           timestamptz not null default now(),
  -- Cancelled tasks aren't counted. Overdue ones are as of the last count, so that a new one is a change to whoever watches.
  total_tasks          integer not null default 0 check (total_tasks >= 0),
  completed_tasks      integer not null default 0,
  overdue_tasks        integer not null default 0,
  start_day            date not null,
  end_day              date not null,
  constraint phase_progress_check check (activities_total >= activities_completed),
  constraint phase_progress_check1 check (end_date >= start_date),
  unique (diary_program_id, phase_id),
  foreign key (diary_id, diary_program_id) references diary_programs(diary_id, id) on delete cascade,
  constraint phase_progress_check2 check (completed_tasks >= 0 and completed_tasks <= total_tasks),
  constraint phase_progress_check3 check (overdue_tasks >= 0 and overdue_tasks <= total_tasks)
);
create index phase_progress_diary on phase_progress (diary_id, diary_program_id, "position");
create index phase_progress_created on phase_progress (created_at desc, id desc);

create table activity_activations (
  id                   uuid primary key,
  diary_id             uuid not null,
  diary_program_id     uuid not null,
  phase_id             text not null,
  activity_template_id text not null,
  activity_title       text not null,
  is_recurring         boolean not null default false,
  recurrence           jsonb,
  assigned_to          uuid,
  is_active            boolean not null default true,
  start_date           timestamptz not null,
  paused_until         timestamptz,
  deactivated_at       timestamptz,
  created_at           timestamptz not null default now(),
  start_day            date not null,
  -- Words of whoever activated it for how often it is to be done; else those follow from the recurrence, or from the warning:
  -- what kept it from making tasks.
  frequency_words      text,
  warning              jsonb,
  unique (diary_program_id, activity_template_id),
  foreign key (diary_id, diary_program_id) references diary_programs(diary_id, id) on delete cascade,
  foreign key (diary_id, assigned_to) references members(diary_id, user_id) on delete set null (assigned_to)
);
create index activity_activations_diary on activity_activations (diary_id, diary_program_id);
create index activity_activations_assigned on activity_activations (diary_id, assigned_to);
create index activity_activations_created on activity_activations (created_at desc, id desc);

-- One row a program, written whenever its progress is counted: who counts from an older snapshot fails there and starts
-- anew. A table of its own and untracked, so that counting touches no live query unless a figure has changed.
create table program_clocks (
  diary_program_id uuid primary key references diary_programs(id) on delete cascade,
  counted          bigint not null default 0,
  -- When time alone next changes something: a task becomes overdue, a phase begins or ends, a pause ends.
  next_change_at   timestamptz,
  -- How often a program couldn't be brought up to date; it waits longer each time.
  failures         integer not null default 0 check (failures >= 0)
);
create index program_clocks_next on program_clocks (next_change_at);

-- A program that was put on a note to be started later.
create table note_programs (
  diary_id   uuid not null,
  note_id    uuid not null,
  program_id uuid not null references programs(id) on delete cascade,
  linked_by  uuid not null references users(id),
  linked_at  timestamptz not null default now(),
  primary key (note_id, program_id),
  foreign key (diary_id, note_id) references notes(diary_id, id) on delete cascade
);
create index note_programs_diary on note_programs (diary_id, note_id);
create index note_programs_program on note_programs (program_id);

create table exports (
  id               uuid constraint program_exports_id_not_null not null primary key,
  diary_id         uuid constraint program_exports_diary_id_not_null not null references diaries(id) on delete cascade,
  format           text constraint program_exports_format_not_null not null,
  object_name      text,
  download_count   integer constraint program_exports_download_count_not_null not null default 0,
  generated_by     uuid constraint program_exports_generated_by_not_null not null,
  created_at       timestamptz constraint program_exports_created_at_not_null not null default now(),
  generated_at     timestamptz,
  expires_at       timestamptz constraint program_exports_expires_at_not_null not null,
  status           text constraint program_exports_status_not_null not null default 'making',
  progress         integer constraint program_exports_progress_not_null not null default 0,
  filename         text constraint program_exports_filename_not_null not null default '',
  size_bytes       bigint,
  -- The key of the file, sealed by the notebook's; only for programs of encrypted notes.
  file_key         bytea,
  -- How often a node has begun to make it, and until when that node has it for itself.
  attempts         integer constraint program_exports_attempts_not_null not null default 0,
  claimed_until    timestamptz,
  -- Why an export failed.
  failure          text,
  -- What is exported, such as 'program'; rooms register their kinds. `subject_id` is the row that it is about,
  -- `parameters` are what was asked for beyond that.
  kind             text not null check (char_length(kind) between 1 and 40),
  subject_id       uuid not null,
  parameters       jsonb not null,
  -- Who may see an export of its subject: everyone who may have such exports, those of them who see what is for the
  -- care team, or its maker alone.
  audience         text not null check (audience in ('everyone', 'team', 'maker')),
  -- Goes with its program. A kind whose subject can be deleted alone adds such a column, so that the database keeps it.
  diary_program_id uuid generated always as ( case kind when 'program' then subject_id else null::uuid end) stored,
  constraint program_exports_format_check check (format in ('pdf', 'json', 'csv')),
  constraint program_exports_download_count_check check (download_count >= 0),
  constraint program_exports_object_name_key unique (object_name),
  constraint program_exports_generated_by_fkey foreign key (generated_by) references users(id),
  constraint program_exports_status_check check (status in ('making', 'ready', 'failed', 'expired')),
  constraint program_exports_progress_check check (progress between 0 and 100),
  constraint program_exports_filename_check check (length(filename) <= 255),
  constraint program_exports_size_bytes_check check (size_bytes >= 0),
  constraint program_exports_failure_check check (failure in ('hidden', 'failed')),
  foreign key (diary_id, diary_program_id) references diary_programs(diary_id, id) on delete cascade
);
create index exports_expiry on exports (expires_at);
create index exports_waiting on exports (created_at) where status = 'making';
create index exports_generated_by on exports (generated_by);
create index exports_subject on exports (diary_id, kind, subject_id, created_at desc);
create index exports_program on exports (diary_program_id, diary_id) where diary_program_id is not null;
create index exports_of_programs on exports (created_at desc, id desc) where kind = 'program';
create index exports_failed on exports (created_at) where status = 'failed';
create index exports_made on exports (generated_at) where generated_at is not null;

-- What the occurrences of a repeated task are made from, for 90 days ahead. Days and minutes are of the notebook's time
-- zone, so that a task at eight stays one at eight.
create table task_series (
  id             uuid primary key,
  diary_id       uuid not null references diaries(id) on delete cascade,
  note_id        uuid,
  title          text not null check (length(title) between 1 and 200),
  description    text not null default '' check (length(description) <= 5000),
  assigned_to    uuid,
  recurrence     jsonb not null,
  first_day      date not null,
  start_minute   integer check (start_minute between 0 and 1439),
  -- How long after its start an occurrence is due, in days and at which minute; null when it has no date of its own.
  due_after_days integer check (due_after_days between 0 and 366),
  due_minute     integer check (due_minute between 0 and 1439),
  -- The last day that tasks were made for; a job goes on from there.
  made_until     date not null,
  created_by     uuid not null references users(id),
  created_at     timestamptz not null default now(),
  -- After this day, and on it after this minute (null: on all of it), there are no more.
  end_day        date,
  end_minute     smallint check (end_minute between 0 and 1439),
  -- How often a rule with a COUNT has come up to `made_until`; null where nobody has counted.
  rule_count     integer check (rule_count >= 0),
  -- Why it can't be continued, since when, how often that was tried, and when it is tried again.
  failure        text check (failure in ('zone', 'rule', 'other')),
  failed_at      timestamptz,
  failure_count  integer not null default 0 check (failure_count >= 0),
  next_try_at    timestamptz,
  -- The former zones of the notebook that the times of a series go by, in turns: planned by the clock of the first; what the
  -- second one showed then is read by the clock of the third; and so on. Where the last one is to be read by another, that is
  -- the notebook's own. Empty: by the notebook's clock.
  clock_zones    text[] not null default '{}',
  foreign key (diary_id, note_id) references notes(diary_id, id) on delete cascade,
  foreign key (diary_id, assigned_to) references members(diary_id, user_id) on delete set null (assigned_to),
  constraint task_series_check check ((failure is null) = (failed_at is null)),
  constraint task_series_check1 check ((failure_count = 0) = (failure is null)),
  constraint task_series_check2 check (end_minute is null or end_day is not null),
  constraint task_series_check3 check ((due_minute is not null) = (due_after_days is not null and start_minute is not null))
);
create index task_series_diary on task_series (diary_id);
create index task_series_note on task_series (diary_id, note_id);
create index task_series_assigned on task_series (diary_id, assigned_to);
create index task_series_due on task_series (made_until);
create index task_series_failed on task_series (diary_id) where failure is not null;

create table tasks (
  id                      uuid primary key,
  diary_id                uuid not null references diaries(id) on delete cascade,
  note_id                 uuid,
  title                   text not null check (length(title) between 1 and 200),
  description             text not null default '' check (length(description) <= 5000),
  status                  text not null default 'pending'
    check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
  -- Only a member can be assigned; who leaves the notebook leaves the task unassigned.
  assigned_to             uuid,
  scheduled_date          timestamptz,
  due_date                timestamptz,
  end_date                timestamptz,
  completed_at            timestamptz,
  -- When somebody added the task to "today"; the flag holds for that local day.
  added_to_today_at       timestamptz,
  is_recurring            boolean not null default false,
  recurrence              jsonb,
  recurrence_rule         text,
  series_id               uuid references task_series(id) on delete set null,
  linked_diary_program_id uuid,
  phase_id                text,
  activity_template_id    text,
  task_template_id        text,
  occurrence_at           timestamptz,
  created_by              uuid not null references users(id),
  created_at              timestamptz not null default now(),
  updated_at              timestamptz not null default now(),
  -- Who completed a task, for whoever wonders whether it was done and by whom; null where it was done before this was kept.
  completed_by            uuid references users(id),
  -- Whether it is for days, without a time: then the days hold, and the moments follow from them and the notebook's
  -- clock. Of a task with times the moments hold, and the days follow.
  date_only               boolean not null default false,
  scheduled_day           date,
  due_day                 date,
  end_day                 date,
  -- The last moment at which it isn't overdue, or hasn't expired, while it is unfinished; null when it never will be.
  overdue_after           timestamptz,
  expires_after           timestamptz,
  -- Which occurrence of its series a task is, by the notebook's clock; a change of clock makes none twice.
  occurrence_day          date,
  occurrence_minute       smallint check (occurrence_minute between 0 and 1439),
  -- When and by whom a task was last assigned, for its assignee. Of the tasks that are made at once, such as those of a
  -- repetition, only the first one has it.
  assigned_at             timestamptz,
  assigned_by             uuid references users(id),
  -- Who changed a task last; null where nobody did by hand, as when a job moves the tasks of a program.
  updated_by              uuid references users(id),
  -- When a task is reminded of: its hour, or the notebook's time of reminders on its day. Kept by `set_task_days`.
  remind_at               timestamptz,
  constraint tasks_check check ((status = 'completed') = (completed_at is not null)),
  constraint tasks_check1
    check (linked_diary_program_id is null or activity_template_id is not null and occurrence_at is not null),
  unique (diary_id, id),
  foreign key (diary_id, note_id) references notes(diary_id, id) on delete cascade,
  foreign key (diary_id, assigned_to) references members(diary_id, user_id) on delete set null (assigned_to),
  foreign key (diary_id, linked_diary_program_id) references diary_programs(diary_id, id) on delete cascade,
  constraint tasks_check2 check (completed_by is null or completed_at is not null)
);
-- An activation or a series makes each occurrence once, however often it is asked to.
create unique index tasks_program_occurrence on tasks (linked_diary_program_id, activity_template_id, task_template_id, occurrence_at);
create index tasks_assigned_member on tasks (diary_id, assigned_to);
create index tasks_note on tasks (diary_id, note_id);
create index tasks_program on tasks (diary_id, linked_diary_program_id, phase_id);
create index tasks_created on tasks (created_at desc, id desc);
create index tasks_updated on tasks (diary_id, updated_at desc);
create index tasks_today on tasks (diary_id) where added_to_today_at is not null;
create index tasks_series on tasks (series_id) where status in ('pending', 'in_progress');
-- The tasks of a notebook that were completed last, for the dashboard of its members.
create index tasks_completed on tasks (diary_id, completed_at desc) where status = 'completed';
create index tasks_terms on tasks using gin (name_terms(title)) with (gin_pending_list_limit = 256);
create index tasks_open on tasks (diary_id, overdue_after) where status in ('pending', 'in_progress');
-- The newest of what is finished, what has no date, and what somebody took for today.
create index tasks_finished on tasks (diary_id, overdue_after desc nulls last) where status in ('completed', 'cancelled');
create index tasks_undated on tasks (diary_id, id) where (status in ('pending', 'in_progress')) and overdue_after is null;
create index tasks_calendar on tasks (diary_id, coalesce(scheduled_day, due_day));
create index tasks_assigned on tasks (assigned_to, overdue_after);
create unique index tasks_series_occurrence on tasks (series_id, occurrence_day, coalesce(occurrence_minute::integer, '-1'::integer));
create index tasks_found on tasks using gin (find_terms(diary_id, (title || ' ') || description, null::text[])) with (gin_pending_list_limit = 256);
alter index tasks_found alter column 1 set statistics 0;
create index tasks_assigned_lately on tasks (diary_id, assigned_to, assigned_at desc) where assigned_at is not null;
create index tasks_created_lately on tasks (diary_id, created_at desc) where linked_diary_program_id is null;
create index tasks_reminders on tasks (remind_at, id) where status in ('pending', 'in_progress');

create table comments (
  id               uuid primary key,
  diary_id         uuid not null references diaries(id) on delete cascade,
  -- Exactly one target; the wire's targetType and targetId are read from these.
  note_id          uuid,
  task_id          uuid,
  diary_program_id uuid,
  content          text check (length(content) between 1 and 10000),
  mentions         uuid[] not null default '{}' check (cardinality(mentions) <= 50),
  visibility       text not null default 'team' check (visibility in ('private', 'team', 'extended')),
  created_by       uuid not null references users(id),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  sealed           bytea check (length(sealed) <= 40100),
  -- Everybody who was ever sent a mail about this comment, so that no edit sends them another.
  told             uuid[] not null default '{}',
  by_clinician     boolean not null default false,
  constraint comments_check check (num_nonnulls(note_id, task_id, diary_program_id) = 1),
  foreign key (diary_id, note_id) references notes(diary_id, id) on delete cascade,
  foreign key (diary_id, task_id) references tasks(diary_id, id) on delete cascade,
  foreign key (diary_id, diary_program_id) references diary_programs(diary_id, id) on delete cascade,
  constraint comments_check1 check (num_nonnulls(content, sealed) = 1)
);
create index comments_note on comments (diary_id, note_id, created_at) where note_id is not null;
create index comments_task on comments (diary_id, task_id, created_at) where task_id is not null;
create index comments_program on comments (diary_id, diary_program_id, created_at) where diary_program_id is not null;
create index comments_diary on comments (diary_id, created_at desc);
create index comments_mentions on comments using gin (mentions);
create index comments_created on comments (created_at desc, id desc);
create index comments_updated on comments (diary_id, updated_at desc);
create index comments_created_by on comments (created_by);
create index comments_found on comments using gin (find_terms(diary_id, content, null::text[])) with (gin_pending_list_limit = 256)
  where content is not null;
alter index comments_found alter column 1 set statistics 0;

-- Up to when somebody has read what belongs to a note, a task or a started program; the row with none of the three is
-- for the whole notebook. Apart from members and visits, so that reading wakes nobody else's screens.
create table read_marks (
  id               uuid primary key,
  diary_id         uuid not null,
  user_id          uuid not null,
  note_id          uuid,
  task_id          uuid,
  diary_program_id uuid,
  up_to            timestamptz not null,
  -- Of the whole notebook: up to when the reader was shown what needs no opening, such as who joined and what was done.
  shown_up_to      timestamptz,
  constraint read_marks_check
    check (num_nonnulls(note_id, task_id, diary_program_id) <= case when shown_up_to is null then 1 else 0 end),
  constraint read_marks_user_id_diary_id_note_id_task_id_diary_program_i_key
    unique nulls not distinct (user_id, diary_id, note_id, task_id, diary_program_id),
  foreign key (diary_id, user_id) references members(diary_id, user_id) on delete cascade,
  foreign key (diary_id, note_id) references notes(diary_id, id) on delete cascade,
  foreign key (diary_id, task_id) references tasks(diary_id, id) on delete cascade,
  foreign key (diary_id, diary_program_id) references diary_programs(diary_id, id) on delete cascade
);
create index read_marks_member on read_marks (diary_id, user_id);
create index read_marks_note on read_marks (diary_id, note_id) where note_id is not null;
create index read_marks_task on read_marks (diary_id, task_id) where task_id is not null;
create index read_marks_program on read_marks (diary_id, diary_program_id) where diary_program_id is not null;

create table calendar_feeds (
  id              uuid primary key,
  user_id         uuid not null references users(id),
  -- Null: all notebooks of the person.
  diary_id        uuid,
  -- SHA-256 of the link's token; the token itself isn't stored.
  token_hash      bytea not null check (octet_length(token_hash) = 32) unique,
  whose           text not null check (whose in ('mine', 'all')),
  detail          text not null check (detail in ('titles', 'neutral')),
  -- Null: no alarm.
  alarm_minutes   smallint check (alarm_minutes in (0, 15, 60)),
  created_at      timestamptz not null default now(),
  -- When the present link was made.
  linked_at       timestamptz not null default now(),
  -- When one of the settings was last changed: it changes every event.
  changed_at      timestamptz not null default now(),
  last_fetched_at timestamptz,
  last_agent      text check (char_length(last_agent) <= 200),
  -- The hash of the bytes that were sent last, and since when they are the same.
  content_hash    bytea,
  content_since   timestamptz,
  unique nulls not distinct (user_id, diary_id),
  foreign key (diary_id, user_id) references members(diary_id, user_id) on delete cascade
);
