-- Notes, their versions and files.

create table note_types (
  type_id     text primary key,
  name        text not null,
  description text not null,
  icon        text not null,
  requires_ai boolean not null default false,
  is_active   boolean not null default true,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  -- The lists of the back-office are paged by the id of their rows.
  id          uuid not null default gen_random_uuid() unique
);
create index note_types_created on note_types (created_at desc, id desc);

create table notes (
  id             uuid primary key,
  short_id       text not null check (is_short_id(short_id)) unique,
  diary_id       uuid not null references diaries(id) on delete cascade,
  type           text not null references note_types(type_id),
  title          text check (length(title) between 1 and 200),
  content        jsonb check (jsonb_typeof(content) = 'object'),
  -- The first 150 characters of the content, so that lists don't read whole notes.
  preview        text check (length(preview) <= 151),
  visibility     text not null check (visibility in ('private', 'team', 'extended')),
  is_encrypted   boolean not null default false,
  tags           text[] not null default '{}' check (cardinality(tags) <= 50),
  version        integer not null default 1 check (version > 0),
  created_by     uuid not null references users(id),
  updated_by     uuid not null references users(id),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  -- The first few medications of a list and how many more there are, so that lists don't read whole notes.
  shown          jsonb,
  sealed_head    bytea,
  sealed_content bytea,
  -- The fields that its present version changed; empty for the first.
  changed        text[] not null default '{}',
  note_day       date not null,
  -- Whether the author was a clinician of the notebook when they wrote it: so it says for good whose word it is, whatever
  -- they become later.
  by_clinician   boolean not null default false,
  -- Whom the text mentions, whether they see the note or not.
  mentions       uuid[] not null default '{}' check (cardinality(mentions) <= 50),
  -- Who was told of it, and when: nobody is told twice. Who mentions themselves counts as told long ago.
  told           uuid[] not null default '{}',
  told_at        timestamptz[] not null default '{}',
  -- By the clock of the notebook, "HH:MM".
  note_time      text check (note_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  unique (diary_id, id),
  constraint notes_sealed
    check (case when is_encrypted then sealed_head is not null and sealed_content is not null and num_nonnulls(title, content, preview, shown) = 0 else num_nonnulls(sealed_head, sealed_content) = 0 and num_nulls(title, content, preview) = 0 end),
  constraint notes_told check (cardinality(told) = cardinality(told_at))
);
create index notes_private on notes (diary_id, created_by) where visibility = 'private';
create index notes_created on notes (created_at desc, id desc);
create index notes_seen on notes (diary_id, updated_at desc) include (visibility, created_by, created_at);
-- The tags of a notebook are read without its notes.
create index notes_tagged on notes (diary_id, visibility, created_by) include (tags) where tags <> '{}';
-- Nobody finds what they may not read.
create index notes_name_terms on notes using gin (name_terms(title)) with (gin_pending_list_limit = 256)
  where visibility <> 'private' and not is_encrypted;
-- Ids grow with time: of one day, the note that was written later is the newer.
create index notes_list on notes (diary_id, note_day desc, id desc);
-- The newest list of medications, among any number of other notes.
create index notes_lists on notes (diary_id, note_day desc, id desc) where type = 'current-medications';
-- The list of notes is searched by the same index as everything.
create index notes_found on notes using gin (find_terms(diary_id, note_text(title, content, tags), tags)) with (gin_pending_list_limit = 256);
-- A search finds few of all rows; PostgreSQL needn't make thousands of vectors to estimate that.
alter index notes_found alter column 1 set statistics 0;
create index notes_mentions on notes using gin (mentions);

-- What a note said before each edit. The current text is in notes.
create table note_versions (
  note_id        uuid not null,
  diary_id       uuid not null,
  version        integer not null check (version > 0),
  title          text,
  content        jsonb,
  visibility     text not null check (visibility in ('private', 'team', 'extended')),
  tags           text[] not null,
  written_by     uuid not null references users(id),
  written_at     timestamptz not null,
  sealed_head    bytea,
  sealed_content bytea,
  changed        text[] not null default '{}',
  note_day       date not null,
  mentions       uuid[] not null default '{}',
  note_time      text,
  primary key (note_id, version),
  foreign key (diary_id, note_id) references notes(diary_id, id) on delete cascade,
  constraint note_versions_sealed
    check (num_nonnulls(title, content, sealed_head, sealed_content) = 2 and (title is null) = (content is null) and (sealed_head is null) = (sealed_content is null))
);

create table attachments (
  id                 uuid primary key,
  diary_id           uuid not null,
  note_id            uuid not null,
  filename           text not null check (length(filename) between 1 and 255),
  mime_type          text not null check (length(mime_type) between 1 and 255),
  size_bytes         bigint not null check (size_bytes >= 0 and size_bytes < 10485760),
  -- Absent for files of former systems ("Legacy" in the administrator's table).
  object_name        text unique,
  is_encrypted       boolean not null default false,
  uploaded_by        uuid not null references users(id),
  created_at         timestamptz not null default now(),
  -- What the first bytes of the file say that it is, for the kinds that may be shown; the declared type is only told.
  preview_type       text check (preview_type in ('image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf')),
  file_key           bytea,
  -- What a picture shows, in the words of a person, for those who can't see it; sealed if its note is encrypted
  -- (docs/decisions/0132).
  description        text check (length(description) between 1 and 500),
  sealed_description bytea,
  -- A browser that was closed just after a file arrived sends it again when the note is opened: by the id that the browser
  -- gave the file it is attached once.
  upload_id          uuid,
  foreign key (diary_id, note_id) references notes(diary_id, id) on delete cascade,
  constraint attachments_check check (file_key is null or is_encrypted),
  constraint attachments_check1 check (case when is_encrypted then description is null else sealed_description is null end)
);
create index attachments_note on attachments (diary_id, note_id, created_at);
create index attachments_created on attachments (created_at desc, id desc);
create index attachments_newest on attachments (diary_id, created_at desc);
-- Small steps, as for the search of notes: nobody's write waits long for what is put in order.
create index attachments_terms on attachments using gin (name_terms(filename)) with (gin_pending_list_limit = 256);
-- The pictures that lists of notes show.
create index attachments_pictures on attachments (diary_id, note_id, created_at, id)
  where (preview_type in ('image/jpeg', 'image/png', 'image/webp')) and not is_encrypted;
create index attachments_found on attachments using gin (find_terms(diary_id, filename || coalesce(' ' || description, ''), null::text[])) with (gin_pending_list_limit = 256);
alter index attachments_found alter column 1 set statistics 0;
create unique index attachments_upload on attachments (note_id, uploaded_by, upload_id) where upload_id is not null;
-- The operator may limit what a person's files take.
create index attachments_uploader on attachments (uploaded_by) include (size_bytes);

-- The right to upload one file to one note. It goes when the attachment is made, or some time after it has expired.
create table upload_grants (
  id            uuid primary key,
  user_id       uuid not null references users(id) on delete cascade,
  diary_id      uuid not null,
  note_id       uuid not null,
  object_name   text not null unique,
  mime_type     text not null check (length(mime_type) between 1 and 255),
  -- Uploaded straight into a bucket, under the name "uploads/…" until the attachment is made.
  is_direct     boolean not null,
  -- The key of the file, sealed by the notebook's; only for attachments of encrypted notes.
  file_key      bytea,
  expires_at    timestamptz not null,
  -- What this server found while the file passed through it, or once the file of a direct upload was copied and measured.
  size_bytes    bigint check (size_bytes >= 0 and size_bytes < 10485760),
  preview_type  text,
  created_at    timestamptz not null default now(),
  -- One at a time moves the file of a grant in the storage. The claim of a process that ended counts until its time is over.
  claim_id      uuid,
  claimed_until timestamptz,
  foreign key (diary_id, note_id) references notes(diary_id, id) on delete cascade,
  constraint upload_grants_claim check ((claim_id is null) = (claimed_until is null))
);
create index upload_grants_user on upload_grants (user_id, expires_at);
create index upload_grants_expired on upload_grants (expires_at);
create index upload_grants_note on upload_grants (diary_id, note_id);

-- Limits of uploads are exact, as those of invitations are: of two who attach to one note, or two uploads that one person
-- begins at the same moment, one starts again and counts the other. Without foreign keys, for the same reason.
create table upload_turns (
  of_id uuid primary key,
  taken integer not null default 1
);
