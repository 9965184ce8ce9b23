-- Notifications of an account's security (docs/decisions/0168).

alter table notifications
  -- What happened, of the kind 'security' (SECURITY_ACTS); null for all other kinds.
  add column act text check (char_length(act) between 1 and 40),
  -- The browser of a sign-in, such as "Firefox on Windows".
  add column act_detail text check (char_length(act_detail) <= 100),
  add constraint notifications_act check ((kind = 'security') = (act is not null));

-- The browsers in which somebody has signed in, by a hash of their cookie: a sign-in anywhere else is told.
create table auth.known_devices (
  user_id text        not null references auth."user" (id) on delete cascade,
  hash    text        not null check (length(hash) = 64),
  seen_at timestamptz not null default now(),
  primary key (user_id, hash)
);
create index known_devices_seen_at on auth.known_devices (seen_at);
