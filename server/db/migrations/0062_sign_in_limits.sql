-- Counts of attempts survive a crash.
alter table auth.attempts set logged;

-- Where an account was signed in from with success: there, guesses from elsewhere lock nobody out. Both are hashes.
create table auth.known_networks (
  account text        not null,
  network text        not null,
  seen_at timestamptz not null default now(),
  primary key (account, network)
);
create index known_networks_seen_at on auth.known_networks (seen_at);
