-- Note types, notes with their versions, comments and attachments (care-core 2.6-2.10, 3).

create table note_types (
  type_id     text primary key,
  name        text    not null,
  description text    not null,
  icon        text    not null,
  requires_ai boolean not null default false,
  is_active   boolean not null default true,
  version     integer not null default 1,
  created_at  timestamptz not null default now()
);
insert into note_types (type_id, name, description, icon) values
  ('default', 'General note', 'Free text about anything that happened.', 'FileText'),
  ('current-medications', 'Current Medications', 'A dated list of what is taken now.', 'Pill');

create table notes (
  id           uuid primary key,
  short_id     text        not null unique check (is_short_id(short_id)),
  diary_id     uuid        not null references diaries (id) on delete cascade,
  type         text        not null references note_types (type_id),
  title        text        not null check (length(title) between 1 and 200),
  content      jsonb       not null check (jsonb_typeof(content) = 'object'),
  -- The first 150 characters of the content, so that lists don't read whole notes.
  preview      text        not null check (length(preview) <= 151),
  note_date    timestamptz not null,
  visibility   text        not null check (visibility in ('private', 'team', 'extended')),
  is_encrypted boolean     not null default false,
  tags         text[]      not null default '{}' check (cardinality(tags) <= 50),
  version      integer     not null default 1 check (version > 0),
  created_by   uuid        not null references users (id),
  updated_by   uuid        not null references users (id),
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  unique (diary_id, id)
);
create index notes_list on notes (diary_id, note_date desc, id desc);
create index notes_updated on notes (diary_id, updated_at desc);
create index notes_private on notes (diary_id, created_by) where visibility = 'private';
create index notes_tags on notes using gin (tags);
create index notes_created on notes (created_at desc, id desc);

-- What a note said before each edit. The current text is in notes.
create table note_versions (
  note_id    uuid        not null,
  diary_id   uuid        not null,
  version    integer     not null check (version > 0),
  title      text        not null,
  content    jsonb       not null,
  note_date  timestamptz not null,
  visibility text        not null check (visibility in ('private', 'team', 'extended')),
  tags       text[]      not null,
  written_by uuid        not null references users (id),
  written_at timestamptz not null,
  primary key (note_id, version),
  foreign key (diary_id, note_id) references notes (diary_id, id) on delete cascade
);

create table attachments (
  id           uuid primary key,
  diary_id     uuid        not null,
  note_id      uuid        not null,
  filename     text        not null check (length(filename) between 1 and 255),
  mime_type    text        not null check (length(mime_type) between 1 and 255),
  size_bytes   bigint      not null check (size_bytes >= 0 and size_bytes < 10485760),
  -- Absent for files of former systems ("Legacy" in the administrator's table).
  object_name  text        unique,
  is_encrypted boolean     not null default false,
  uploaded_by  uuid        not null references users (id),
  created_at   timestamptz not null default now(),
  foreign key (diary_id, note_id) references notes (diary_id, id) on delete cascade
);
create index attachments_note on attachments (diary_id, note_id, created_at);
create index attachments_created on attachments (created_at desc, id desc);

select sync_track('note_types', array['']);
-- Creator and visibility serve one question that every list asks: has this member private notes here?
select sync_track('notes', array['diary_id', 'diary_id,created_by,visibility', 'id', 'short_id']);
select sync_track('note_versions', array['diary_id']);
select sync_track('attachments', array['diary_id']);
