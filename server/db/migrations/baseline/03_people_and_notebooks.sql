-- People, notebooks, members and invitations.

create table users (
  id             uuid primary key,
  -- The user id of the authentication provider, prefixed by nothing: one provider a deployment.
  clerk_user_id  text not null check (clerk_user_id <> '') unique,
  email          text not null check (email = lower(email) and length(email) <= 320),
  name           text not null check (length(name) <= 200),
  is_admin       boolean not null default false,
  is_super_admin boolean not null default false,
  -- Whether a mention is also sent as a mail.
  mention_mails  boolean not null default true,
  created_at     timestamptz not null default now(),
  -- Whether the provider says that the address was proven; nobody else is sent a mail about a mention.
  email_verified boolean not null default false,
  -- Whose account was deleted has no name any more.
  deleted_at     timestamptz,
  avatar_id      uuid unique,
  -- A person whom an administrator has shut out: nothing of theirs is deleted, and nothing opens to them until the
  -- account is opened again.
  closed_at      timestamptz,
  constraint users_check check (is_admin or not is_super_admin),
  constraint users_check1 check (deleted_at is null or name = '')
);
create index users_email on users (email);
create index users_created on users (created_at desc, id desc);
create index users_admins on users (created_at desc, id desc) where is_admin;
create index users_terms on users using gin (name_terms((name || ' ') || email));

-- Photos that were uploaded. One that no notebook uses is swept after a day, with its files.
create table avatars (
  id          uuid primary key,
  uploaded_by uuid not null references users(id),
  created_at  timestamptz not null default now()
);
create index avatars_created on avatars (created_at);
create index avatars_uploaded_by on avatars (uploaded_by, created_at);
alter table users add constraint users_avatar_id_fkey foreign key (avatar_id) references avatars(id);

create table diaries (
  id                    uuid primary key,
  short_id              text not null check (is_short_id(short_id)) unique,
  name                  text not null check (length(name) between 1 and 200),
  description           text not null default '' check (length(description) <= 2000),
  region                text not null check (region ~ '^[A-Z]{2}$'),
  time_zone             text not null default 'UTC' check (length(time_zone) between 1 and 64),
  is_archived           boolean not null default false,
  created_by            uuid not null references users(id),
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  avatar_id             uuid unique references avatars(id),
  -- Counts the edits of the notebook's information, so that the second of two people who edit at once is told.
  version               integer not null default 1 check (version > 0),
  -- Off at first: only the owner and admins write plans.
  caregivers_edit_plans boolean not null default false,
  -- When people are reminded of tasks that are for a whole day, in minutes after midnight of the notebook's clock.
  reminder_minute       smallint not null default 480 check (reminder_minute between 0 and 1439)
);
create index diaries_created on diaries (created_at desc, id desc);
create index diaries_created_by on diaries (created_by);
create index diaries_terms on diaries using gin (name_terms(name));

create table person_infos (
  diary_id           uuid primary key references diaries(id) on delete cascade,
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
  ambulance_cover    boolean,
  -- The language that a notebook's person would rather speak: a code of lib/languages.ts, such as "de".
  language           text check (language ~ '^[a-z]{2,3}$')
);

create table members (
  id         uuid primary key,
  diary_id   uuid not null references diaries(id) on delete cascade,
  user_id    uuid not null references users(id),
  role       text not null check (role in ('owner', 'admin', 'member', 'clinician', 'extended')),
  invited_by uuid references users(id),
  joined_at  timestamptz not null default now(),
  unique (diary_id, user_id)
);
create unique index members_one_owner on members (diary_id) where role = 'owner';
create index members_user on members (user_id);
create index members_joined on members (joined_at desc, id desc);

create table invitations (
  id               uuid primary key,
  diary_id         uuid not null references diaries(id) on delete cascade,
  email            text check (email = lower(email) and position('@' in email) > 0 and length(email) <= 320),
  role             text not null check (role in ('admin', 'member', 'clinician', 'extended')),
  personal_message text not null default '' check (length(personal_message) <= 360),
  -- "expired" is derived from expires_at, a cancelled invitation is deleted.
  status           text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  expires_at       timestamptz not null,
  invited_by       uuid not null references users(id),
  created_at       timestamptz not null default now(),
  responded_at     timestamptz,
  accepted_by      uuid references users(id),
  last_sent_at     timestamptz not null default now(),
  -- Whom the link is for, for the list of those who may invite: "Ben".
  for_name         text not null default '' check (length(for_name) <= 80),
  -- Whether whoever holds the link comes in without being let in by a member.
  lets_in_at_once  boolean not null default false,
  -- The invited address wants no letters: the invitation was made without one, and its link is passed on by other means.
  without_letter   boolean not null default false,
  constraint invitations_check check ((status = 'pending') = (responded_at is null)),
  constraint invitations_check1 check ((status = 'accepted') = (accepted_by is not null)),
  constraint invitations_check2 check (email is null or for_name = '' and not lets_in_at_once)
);
create unique index invitations_one_pending on invitations (diary_id, email) where status = 'pending';
create index invitations_email on invitations (email) where status = 'pending';
create index invitations_created on invitations (created_at desc, id desc);
-- The answered ones as well, for the deletion of a notebook.
create index invitations_diary on invitations (diary_id);
create index invitations_terms on invitations using gin (name_terms(email));
-- A person's open links, which end with their right to invite.
create index invitations_open_links on invitations (invited_by, diary_id) where status = 'pending' and email is null;
-- Open links that expire.
create index invitations_links_expiry on invitations (expires_at) where status = 'pending' and email is null;
-- Who came in by a person's invitations lately.
create index invitations_arrivals on invitations (invited_by, responded_at desc) where status = 'accepted';

-- An invitation has as many links as were sent or copied; each opens it until it is answered, cancelled or over. A link
-- outlives its invitation, so that it can say why it opens nothing and whom to ask.
create table invitation_links (
  -- SHA-256 of the link's token, as hexadecimal text; the token itself is only in the mail or where it was copied to.
  token_hash    text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  diary_id      uuid not null references diaries(id) on delete cascade,
  -- Null once the invitation was cancelled, or expired and replaced by a new one.
  invitation_id uuid references invitations(id) on delete cascade,
  ended         text check (ended in ('cancelled', 'expired')),
  -- Who sent or copied it: the one to ask once it opens nothing.
  made_by       uuid not null references users(id),
  created_at    timestamptz not null default now(),
  constraint invitation_links_check check ((invitation_id is null) = (ended is not null))
);
create index invitation_links_invitation on invitation_links (invitation_id);
create index invitation_links_diary on invitation_links (diary_id);
create index invitation_links_ended on invitation_links (created_at) where ended is not null;

-- Counted are rows that others may be adding at the same moment. Whoever invites changes the rows of the notebook and of
-- themselves first, so that of two at once one starts again and counts the other (docs/decisions/0031). Without foreign
-- keys: a notebook's deletion must not wait for those who invite while they wait for it. A row that is left says nothing.
create table invitation_turns (
  of_id uuid primary key,
  taken integer not null default 1
);

-- Somebody with another account asks to be let in by an invitation whose link they have.
create table join_requests (
  id            uuid primary key,
  diary_id      uuid not null references diaries(id) on delete cascade,
  invitation_id uuid not null references invitations(id) on delete cascade,
  user_id       uuid not null references users(id) on delete cascade,
  created_at    timestamptz not null default now(),
  -- A declined request stays as long as its invitation, so that nobody asks twice with the same one.
  declined_at   timestamptz,
  unique (invitation_id, user_id)
);
create index join_requests_diary on join_requests (diary_id);
create index join_requests_user on join_requests (user_id);

-- The data keys of notebooks, wrapped by a master key. A destroyed key leaves its row without the key itself.
create table notebook_keys (
  diary_id      uuid not null references diaries(id) on delete cascade,
  number        integer not null check (number > 0),
  wrapped       bytea check (length(wrapped) = 60),
  master_key_id text not null check (master_key_id ~ '^[0-9a-f]{16}$'),
  created_at    timestamptz not null default now(),
  -- A retired key opens what it has sealed and seals nothing more.
  retired_at    timestamptz,
  destroyed_at  timestamptz,
  constraint notebook_keys_check check ((wrapped is null) = (destroyed_at is not null)),
  primary key (diary_id, number)
);
create index notebook_keys_master on notebook_keys (master_key_id) where wrapped is not null;

-- When somebody last opened a notebook; what is newer and by others is unread. Apart from members, so that an
-- opening wakes nobody else's list of members.
create table notebook_visits (
  diary_id       uuid not null,
  user_id        uuid not null,
  last_opened_at timestamptz not null,
  primary key (diary_id, user_id),
  foreign key (diary_id, user_id) references members(diary_id, user_id) on delete cascade
);

-- Somebody's right to fetch one copy of a notebook; it goes when it is used (docs/decisions/0044).
create table copy_tickets (
  id         uuid primary key,
  diary_id   uuid not null references diaries(id) on delete cascade,
  user_id    uuid not null references users(id) on delete cascade,
  expires_at timestamptz not null
);
create index copy_tickets_diary_id_idx on copy_tickets (diary_id);
create index copy_tickets_user_id_idx on copy_tickets (user_id);

create table audit_events (
  id          uuid primary key,
  event_type  text not null check (length(event_type) between 1 and 100),
  -- No foreign keys: the record outlives the notebook and the person.
  diary_id    uuid,
  actor_id    uuid,
  target_type text not null,
  target_id   text not null,
  details     jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at  timestamptz not null default now(),
  -- The session of the built-in sign-in in which something was done: what it tells of an account's security can't be
  -- marked as seen by it (docs/decisions/0207).
  session_id  text
);
create index audit_events_created on audit_events (created_at desc, id desc);
create index audit_events_diary on audit_events (diary_id, created_at desc);
-- How many invitations somebody has sent lately.
create index audit_events_actor on audit_events (actor_id, event_type, created_at desc);
create index audit_events_type on audit_events (lower(event_type) text_pattern_ops);
create index audit_events_target on audit_events (target_id);

-- When an administrator last opened a table; without it the table's list isn't answered. Each opening is an audit event.
create table admin_openings (
  user_id    uuid not null references users(id) on delete cascade,
  table_name text not null check (length(table_name) between 1 and 40),
  opened_at  timestamptz not null,
  primary key (user_id, table_name)
);

create table access_tokens (
  id            uuid primary key,
  user_id       uuid not null references users(id),
  name          text not null check (char_length(name) between 1 and 100),
  -- SHA-256 of the token; the token itself isn't stored.
  token_hash    bytea not null check (octet_length(token_hash) = 32) unique,
  -- The last characters of the token, by which its person tells tokens apart.
  hint          text not null check (char_length(hint) = 4),
  scopes        text[] not null check (cardinality(scopes) between 1 and 40),
  -- Without it the token opens only the notebooks of access_token_notebooks.
  all_notebooks boolean not null,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  -- Written at most every few minutes.
  last_used_at  timestamptz,
  constraint access_tokens_check check (expires_at <= (created_at + interval '366 days'))
);
create index access_tokens_person on access_tokens (user_id, created_at);
create index access_tokens_expired on access_tokens (expires_at);

create table access_token_notebooks (
  token_id uuid not null references access_tokens(id) on delete cascade,
  diary_id uuid not null,
  user_id  uuid not null,
  primary key (token_id, diary_id),
  foreign key (diary_id, user_id) references members(diary_id, user_id) on delete cascade
);
create index access_token_notebooks_member on access_token_notebooks (diary_id, user_id);

-- When somebody's phone or computer was last heard of: who asks whether a dose has been given should know whether an entry
-- may still be on its way (docs/decisions/0152).
create table user_contacts (
  user_id uuid not null references users(id) on delete cascade,
  device  text not null check (device in ('phone', 'computer')),
  last_at timestamptz not null,
  primary key (user_id, device)
);

-- When somebody was last sent mails about mentions; what is older than a day goes with the next one (docs/decisions/0034).
create table mention_mails (
  user_id    uuid not null references users(id) on delete cascade,
  sent_at    timestamptz not null,
  -- The limits of mails hold for each kind; a mail about a mention also says which one.
  kind       text not null default 'mentioned' check (char_length(kind) between 1 and 40),
  subject_id uuid
);
create index mention_mails_user_id_sent_at_idx on mention_mails (user_id, sent_at);
