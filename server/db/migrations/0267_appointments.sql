-- Appointments of a notebook, and who goes and drives (docs/decisions/0279-appointments.md).

-- A repeated appointment: its rule, and the fields that its next appointments get.
create table appointment_series (
  id         uuid primary key,
  diary_id   uuid not null references diaries(id) on delete cascade,
  recurrence jsonb not null,
  -- What each appointment is made of, as the rules of appointments write it.
  fields     jsonb not null,
  first_day  date not null,
  -- Days up to this one have their appointments, also where one was deleted since.
  made_until date not null,
  -- The last day; null without an end.
  end_day    date,
  created_by uuid not null references users(id),
  created_at timestamptz not null default now()
);
create index appointment_series_notebook on appointment_series (diary_id);
create index appointment_series_to_extend on appointment_series (made_until, id);

create table appointments (
  id              uuid primary key,
  diary_id        uuid not null references diaries(id) on delete cascade,
  series_id       uuid references appointment_series(id) on delete set null,
  -- When the series planned it, which stays where it is moved.
  occurrence      text,
  title           text not null check (length(title) between 1 and 200),
  -- Local times of its own zone, "2026-12-03T09:30", or days; the moments are computed from them.
  all_day         boolean not null,
  starts_local    text not null,
  ends_local      text,
  time_zone       text not null,
  starts_at       timestamptz not null,
  ends_at         timestamptz not null,
  place           text not null default '' check (length(place) <= 300),
  with_whom       text not null default '' check (length(with_whom) <= 200),
  phone           text not null default '' check (length(phone) <= 50),
  bring           text not null default '' check (length(bring) <= 2000),
  travel_minutes  integer check (travel_minutes between 1 and 1440),
  status          text not null check (status in ('planned', 'confirmed', 'calledOff')),
  visibility      text not null check (visibility in ('private', 'team', 'extended')),
  outcome_note_id uuid,
  -- When the planner looks at it next: a reminder, or its end.
  remind_at       timestamptz,
  -- An imported event's own id, so that a second import changes it and doubles nothing.
  source_uid      text check (length(source_uid) <= 500),
  revision        integer not null default 1 check (revision > 0),
  created_by      uuid not null references users(id),
  created_at      timestamptz not null default now(),
  updated_by      uuid not null references users(id),
  updated_at      timestamptz not null default now(),
  unique (diary_id, id),
  check (ends_at > starts_at),
  foreign key (diary_id, outcome_note_id) references notes(diary_id, id) on delete set null (outcome_note_id)
);
create index appointments_by_time on appointments (diary_id, starts_at, id);
create index appointments_to_remind on appointments (remind_at, id) where remind_at is not null;
create index appointments_outcome on appointments (diary_id, outcome_note_id) where outcome_note_id is not null;
create unique index appointments_once on appointments (series_id, occurrence);
create unique index appointments_imported on appointments (diary_id, source_uid);

create table appointment_people (
  id             uuid primary key,
  diary_id       uuid not null,
  appointment_id uuid not null,
  -- A member, or the name of anyone else.
  user_id        uuid references users(id),
  name           text check (length(name) between 1 and 100),
  role           text not null check (role in ('goes', 'drives', 'told')),
  answer         text not null check (answer in ('asked', 'yes', 'no')),
  answered_at    timestamptz not null default now(),
  check ((user_id is null) <> (name is null)),
  foreign key (diary_id, appointment_id) references appointments(diary_id, id) on delete cascade
);
create unique index appointment_people_members on appointment_people (appointment_id, role, user_id);
create unique index appointment_people_names on appointment_people (appointment_id, role, lower(name)) where name is not null;
-- Of two who take the drive at once, one has it.
create unique index appointment_people_one_driver on appointment_people (appointment_id)
  where role = 'drives' and answer = 'yes';
create index appointment_people_notebook on appointment_people (diary_id, appointment_id);
create index appointment_people_of_person on appointment_people (user_id) where user_id is not null;

select sync_track('appointment_series', array['diary_id']);
select sync_track('appointments', array['diary_id', 'id']);
select sync_track('appointment_people', array['diary_id']);
select webhook_track('appointments', 'appointment', 'appointments', array['revision', 'status', 'outcome_note_id'],
  'jsonb_build_object(''visibility'', r.visibility, ''noteAuthor'', r.created_by, ''isEncrypted'', false)');
