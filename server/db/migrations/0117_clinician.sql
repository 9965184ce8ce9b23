-- The role of a clinician (docs/decisions/0136).
alter table members
  drop constraint members_role_check,
  add constraint members_role_check check (role in ('owner', 'admin', 'member', 'clinician', 'extended'));
alter table invitations
  drop constraint invitations_role_check,
  add constraint invitations_role_check check (role in ('admin', 'member', 'clinician', 'extended'));

-- Whether the author was a clinician of the notebook when they wrote it: so it says for good whose word it is, whatever
-- they become later.
alter table notes add column by_clinician boolean not null default false;
alter table comments add column by_clinician boolean not null default false;
