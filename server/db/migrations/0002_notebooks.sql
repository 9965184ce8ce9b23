-- People, notebooks, members and invitations (care-core 2.1-2.5, 3).

create function is_short_id(value text) returns boolean immutable language sql
  return value ~ '^[2-9a-hjkmnp-z]{6}$';

create table users (
  id             uuid primary key,
  -- The user id of the authentication provider, prefixed by nothing: one provider a deployment.
  clerk_user_id  text        not null unique check (clerk_user_id <> ''),
  email          text        not null check (email = lower(email) and length(email) <= 320),
  name           text        not null check (length(name) <= 200),
  is_admin       boolean     not null default false,
  is_super_admin boolean     not null default false,
  -- Whether a mention is also sent as a mail.
  mention_mails  boolean     not null default true,
  created_at     timestamptz not null default now(),
  check (is_admin or not is_super_admin)
);
create index users_email on users (email);
create index users_created on users (created_at desc, id desc);
create index users_admins on users (created_at desc, id desc) where is_admin;

create table diaries (
  id            uuid primary key,
  short_id      text        not null unique check (is_short_id(short_id)),
  name          text        not null check (length(name) between 1 and 200),
  description   text        not null default '' check (length(description) <= 2000),
  -- Object name of the re-encoded photo in storage; never a foreign URL.
  avatar_object text,
  region        text        not null check (region ~ '^[A-Z]{2}$'),
  time_zone     text        not null default 'UTC' check (length(time_zone) between 1 and 64),
  is_archived   boolean     not null default false,
  created_by    uuid        not null references users (id),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index diaries_created on diaries (created_at desc, id desc);
create index diaries_created_by on diaries (created_by);

create table person_infos (
  diary_id           uuid primary key references diaries (id) on delete cascade,
  full_name          text not null check (length(full_name) between 1 and 200),
  date_of_birth      date,
  gender             text check (gender in ('male', 'female', 'other', 'prefer-not-to-say')),
  phone_number       text check (length(phone_number) <= 50),
  emergency_contacts jsonb not null default '[]' check (jsonb_typeof(emergency_contacts) = 'array'),
  blood_type         text check (blood_type in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-', 'unknown')),
  organ_donor        boolean,
  allergies          text[] not null default '{}',
  conditions         text[] not null default '{}',
  family_doctor      jsonb check (jsonb_typeof(family_doctor) = 'object'),
  medical_history    text check (length(medical_history) <= 20000),
  medical_consent    jsonb check (jsonb_typeof(medical_consent) = 'object'),
  power_of_attorney  jsonb check (jsonb_typeof(power_of_attorney) = 'object'),
  advance_directives jsonb check (jsonb_typeof(advance_directives) = 'object'),
  preferences        text check (length(preferences) <= 20000),
  gov_id_info        text check (length(gov_id_info) <= 2000),
  medical_insurance  jsonb check (jsonb_typeof(medical_insurance) = 'object'),
  ambulance_cover    boolean
);

create table members (
  id             uuid primary key,
  diary_id       uuid        not null references diaries (id) on delete cascade,
  user_id        uuid        not null references users (id),
  role           text        not null check (role in ('owner', 'admin', 'member', 'extended')),
  invited_by     uuid        references users (id),
  joined_at      timestamptz not null default now(),
  -- When this member last opened the notebook; what is newer and by others is unread.
  last_opened_at timestamptz not null default now(),
  unique (diary_id, user_id)
);
create unique index members_one_owner on members (diary_id) where role = 'owner';
create index members_user on members (user_id);
create index members_joined on members (joined_at desc, id desc);

-- A notebook has an owner at the end of every transaction: whoever takes the role away gives it to another.
create function refuse_ownerless(notebook uuid) returns void language plpgsql as $$
begin
  if exists (select from diaries where id = notebook)
     and not exists (select from members where diary_id = notebook and role = 'owner') then
    raise exception 'notebook % would have no owner', notebook using errcode = 'check_violation';
  end if;
end $$;
create function diaries_have_owner() returns trigger language plpgsql as $$
begin
  perform refuse_ownerless(new.id);
  return null;
end $$;
create constraint trigger diaries_have_owner after insert on diaries
  deferrable initially deferred for each row execute function diaries_have_owner();
create function members_keep_owner() returns trigger language plpgsql as $$
begin
  perform refuse_ownerless(old.diary_id);
  return null;
end $$;
create constraint trigger members_keep_owner after update or delete on members
  deferrable initially deferred for each row when (old.role = 'owner') execute function members_keep_owner();

create table invitations (
  id               uuid primary key,
  diary_id         uuid        not null references diaries (id) on delete cascade,
  email            text        not null check (email = lower(email) and position('@' in email) > 0 and length(email) <= 320),
  role             text        not null check (role in ('admin', 'member', 'extended')),
  personal_message text        not null default '' check (length(personal_message) <= 360),
  -- "expired" is derived from expires_at, a cancelled invitation is deleted.
  status           text        not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  -- SHA-256 of the link's token; the token itself is only in the mail.
  token_hash       bytea       not null unique check (length(token_hash) = 32),
  expires_at       timestamptz not null,
  invited_by       uuid        not null references users (id),
  created_at       timestamptz not null default now(),
  responded_at     timestamptz,
  accepted_by      uuid        references users (id),
  check ((status = 'pending') = (responded_at is null)),
  check ((status = 'accepted') = (accepted_by is not null))
);
create unique index invitations_one_pending on invitations (diary_id, email) where status = 'pending';
create index invitations_email on invitations (email) where status = 'pending';
create index invitations_created on invitations (created_at desc, id desc);

select sync_track('users', array['id', 'clerk_user_id']);
select sync_track('diaries', array['id', 'short_id']);
select sync_track('person_infos', array['diary_id']);
select sync_track('members', array['diary_id', 'user_id', 'diary_id,user_id']);
select sync_track('invitations', array['diary_id', 'email']);
