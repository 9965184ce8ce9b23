-- An invitation by a link without an address: whoever holds the link asks to be let in, or comes in at once
-- (docs/decisions/0134). It is an invitation whose address is null, so it has the same links, requests and limits.
alter table invitations
  alter column email drop not null,
  -- Whom the link is for, for the list of those who may invite: "Ben".
  add column for_name text not null default '' check (length(for_name) <= 80),
  -- Whether whoever holds the link comes in without being let in by a member.
  add column lets_in_at_once boolean not null default false,
  add check (email is null or (for_name = '' and not lets_in_at_once));

-- A person's open links, which end with their right to invite.
create index invitations_open_links on invitations (invited_by, diary_id) where status = 'pending' and email is null;
-- Open links that expire.
create index invitations_links_expiry on invitations (expires_at) where status = 'pending' and email is null;
-- Who came in by a person's invitations lately.
create index invitations_arrivals on invitations (invited_by, responded_at desc) where status = 'accepted';

-- Whoever invites sees live who has come in.
delete from sync_scopes where table_name = 'invitations';
drop function sync_invitations_insert, sync_invitations_update, sync_invitations_delete, sync_invitations_truncate
  cascade;
select sync_track('invitations', array['diary_id', 'email', 'id', 'invited_by']);
