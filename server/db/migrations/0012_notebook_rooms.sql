-- Openings, photos and conflicting edits of notebooks; sending of invitations (care-core 2.3-2.5, 2.18).

-- When somebody last opened a notebook; what is newer and by others is unread. Apart from members, so that an
-- opening wakes nobody else's list of members.
create table notebook_visits (
  diary_id       uuid        not null,
  user_id        uuid        not null,
  last_opened_at timestamptz not null,
  primary key (diary_id, user_id),
  foreign key (diary_id, user_id) references members (diary_id, user_id) on delete cascade
);
insert into notebook_visits select diary_id, user_id, last_opened_at from members;
alter table members drop column last_opened_at;

-- Photos that were uploaded. One that no notebook uses is swept after a day, with its files.
create table avatars (
  id          uuid        primary key,
  uploaded_by uuid        not null references users (id),
  created_at  timestamptz not null default now()
);
create index avatars_created on avatars (created_at);
alter table diaries drop column avatar_object;
alter table diaries add column avatar_id uuid unique references avatars (id);

-- Counts the edits of the notebook's information, so that the second of two people who edit at once is told.
alter table diaries add column version integer not null default 1 check (version > 0);

alter table invitations add column last_sent_at timestamptz not null default now();
-- The answered ones as well, for the deletion of a notebook.
create index invitations_diary on invitations (diary_id);

-- How many invitations somebody has sent lately.
create index audit_events_actor on audit_events (actor_id, event_type, created_at desc);

select sync_track('notebook_visits', array['user_id']);
select sync_track('avatars', array['id']);

-- The page behind a link is live too: invitations are also tracked by the hash of the link's token. As hexadecimal
-- text, because a scope is text and has to read the same in the trigger and in the query.
alter table invitations drop constraint invitations_token_hash_check;
alter table invitations alter column token_hash type text using encode(token_hash, 'hex');
alter table invitations add constraint invitations_token_hash_check check (token_hash ~ '^[0-9a-f]{64}$');
delete from sync_scopes where table_name = 'invitations';
drop function sync_invitations_insert, sync_invitations_update, sync_invitations_delete, sync_invitations_truncate
  cascade;
select sync_track('invitations', array['diary_id', 'email', 'token_hash']);
