-- A person whom an administrator has shut out: nothing of theirs is deleted, and nothing opens to them until the
-- account is opened again.
alter table users add column closed_at timestamptz;

-- Links that make the first person an administrator. Each start prints a new one while the platform has never had an
-- administrator; all of them end with the first use. Only hashes are stored.
create table first_admin_links (
  token_hash bytea       primary key check (length(token_hash) = 32),
  made_at    timestamptz not null default now()
);
create index first_admin_links_made_at on first_admin_links (made_at);

-- The operator may limit what a person's files take.
create index attachments_uploader on attachments (uploaded_by) include (size_bytes);
