-- Accounts that their owners deleted (docs/decisions/0010). A token outlives its account by some minutes; whoever still
-- comes with one must not be made a person again. Only the sign-in's own id, which names nobody any more.
create table deleted_accounts (
  auth_user_id text        primary key,
  deleted_at   timestamptz not null default now()
);
