-- An invitation has as many links as were sent or copied; each opens it until it is answered, cancelled or over. A link
-- outlives its invitation, so that it can say why it opens nothing and whom to ask.
create table invitation_links (
  -- SHA-256 of the link's token, as hexadecimal text; the token itself is only in the mail or where it was copied to.
  token_hash    text        primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  diary_id      uuid        not null references diaries (id) on delete cascade,
  -- Null once the invitation was cancelled, or expired and replaced by a new one.
  invitation_id uuid        references invitations (id) on delete cascade,
  ended         text        check (ended in ('cancelled', 'expired')),
  -- Who sent or copied it: the one to ask once it opens nothing.
  made_by       uuid        not null references users (id),
  created_at    timestamptz not null default now(),
  check ((invitation_id is null) = (ended is not null))
);
create index invitation_links_invitation on invitation_links (invitation_id);
create index invitation_links_diary on invitation_links (diary_id);
create index invitation_links_ended on invitation_links (created_at) where ended is not null;

insert into invitation_links (token_hash, diary_id, invitation_id, made_by, created_at)
select token_hash, diary_id, id, invited_by, created_at from invitations;

-- Somebody with another account asks to be let in by an invitation whose link they have.
create table join_requests (
  id            uuid        primary key,
  diary_id      uuid        not null references diaries (id) on delete cascade,
  invitation_id uuid        not null references invitations (id) on delete cascade,
  user_id       uuid        not null references users (id) on delete cascade,
  created_at    timestamptz not null default now(),
  -- A declined request stays as long as its invitation, so that nobody asks twice with the same one.
  declined_at   timestamptz,
  unique (invitation_id, user_id)
);
create index join_requests_diary on join_requests (diary_id);
create index join_requests_user on join_requests (user_id);

-- The page of a link now reads the link by its hash and the invitation by its id.
alter table invitations drop column token_hash;
delete from sync_scopes where table_name = 'invitations';
drop function sync_invitations_insert, sync_invitations_update, sync_invitations_delete, sync_invitations_truncate
  cascade;
select sync_track('invitations', array['diary_id', 'email', 'id']);
select sync_track('invitation_links', array['token_hash', 'diary_id']);
select sync_track('join_requests', array['diary_id', 'user_id']);
