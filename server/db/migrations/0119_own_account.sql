-- What people change about themselves (docs/decisions/0137).

-- A new address that waits for its proof; one for each account. It ends with the session that asked for it, so a new
-- password, which ends all sessions, stops it.
create table auth.email_changes (
  user_id      text        primary key references auth."user" (id) on delete cascade,
  session_id   text        not null references auth."session" (id) on delete cascade,
  new_email    text        not null check (new_email = lower(new_email) and length(new_email) <= 254),
  -- The hash of the link's token. Null when the address has an account: then no link was sent.
  token_hash   text        unique,
  link_until   timestamptz not null,
  requested_at timestamptz not null default now()
);
create index email_changes_session on auth.email_changes (session_id);

-- The time zone of the device, by which people recognise it in the list of their devices. The address of the network
-- isn't stored any more: nothing used it.
alter table auth."session" add column "timeZone" text check (length("timeZone") <= 64);
update auth."session" set "ipAddress" = null where "ipAddress" is not null;

-- The picture of a person.
alter table users add column avatar_id uuid unique references avatars (id);
