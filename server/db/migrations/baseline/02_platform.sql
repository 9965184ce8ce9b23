-- What the platform keeps for itself: tracking, counts, mails, sign-in.

-- Commit timestamps of the sync protocol: nextval() after a commit, so a snapshot that starts after
-- a value was handed out contains every commit with that value or a smaller one.
create sequence sync_ts as bigint start 1;

-- One row per changed scope and statement, written by the triggers of sync_track() in the writing
-- transaction. A reader finds what changed between two snapshots exactly by the transaction ids.
create table sync_log (
  xid   xid8 not null default pg_current_xact_id(),
  scope text not null
);
create index sync_log_xid on sync_log (xid);

-- Which column sets of a table form a scope; the recorder of query dependencies reads it at start.
create table sync_scopes (
  table_name text not null,
  columns    text[] not null,
  primary key (table_name, columns)
);

-- Outcome of each mutation by session and request, written in its transaction: a mutation that a
-- client sends again after a lost connection returns this instead of running twice.
create table sync_outcomes (
  session_id  uuid not null,
  request_id  bigint not null,
  user_key    text not null,
  outcome     jsonb not null,
  created_at  timestamptz not null default now(),
  -- Changes over HTTP with an idempotency key (docs/decisions/0171): what the key was first used for, as SHA-256 of the
  -- function and its arguments. Null for requests of the sync protocol, which are known by their session and number.
  fingerprint bytea check (octet_length(fingerprint) = 32),
  primary key (session_id, request_id)
);
create index sync_outcomes_created on sync_outcomes (created_at);

-- How far back the log of changes reaches: those of older transactions were dropped. Whoever looked last before that
-- has missed some. See docs/decisions/0070-stopped-clocks-and-failover.md.
create table sync_horizon (
  only_row      boolean default true primary key check (only_row),
  dropped_below xid8 not null
);

-- Which form of each function the database has, so that only a newer one replaces it
-- (docs/how/functions-of-the-database.md).
create table schema_functions (
  name     text primary key,
  revision integer not null check (revision > 0),
  hash     text not null
);

-- How many rows a table has: `total`, and what came and went since that was written. Whoever adds or removes rows only
-- adds a line, so nobody waits for anybody; a job sums the lines up (server/jobs/row_counts.ts). Both together are exact
-- in every snapshot.
create table row_counts (
  table_name text primary key,
  total      bigint not null check (total >= 0)
);

create table row_count_changes (
  table_name text not null,
  change     bigint not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_analyze_threshold=100000);

-- Files that have to go, noted in the transaction that took away the last row which names them.
create table file_removals (
  name       text primary key,
  created_at timestamptz not null default now(),
  -- A link to a bucket can't be taken back: what it may still write has to outlast it, to be removed for good.
  not_before timestamptz not null default now(),
  -- How often a file couldn't be removed: the operator may have files stay for some days, which is no failure.
  attempts   integer not null default 0
);
create index file_removals_due on file_removals (not_before);

-- Accounts that their owners deleted (docs/decisions/0010). A token outlives its account by some minutes; whoever still
-- comes with one must not be made a person again. Only the sign-in's own id, which names nobody any more.
create table deleted_accounts (
  auth_user_id text primary key,
  deleted_at   timestamptz not null default now()
);

create table mail_outbox (
  id              uuid primary key,
  to_address      text not null check (length(to_address) between 3 and 320),
  subject         text not null check (length(subject) <= 500),
  text_body       text not null,
  html_body       text not null,
  created_at      timestamptz not null default now(),
  attempts        integer not null default 0,
  -- Null: sent, or given up.
  next_attempt_at timestamptz default now(),
  sent_at         timestamptz,
  last_error      text,
  -- The address by which whoever gets a mail ends mails of its kind, for the headers of RFC 8058; null for those that
  -- nobody can end.
  unsubscribe_url text check (char_length(unsubscribe_url) <= 500),
  -- When it was given up; null too for those that old versions gave up.
  failed_at       timestamptz,
  -- A mail that isn't taken says whose fault it is. Held by the server: it refuses us, whatever we send, or can't be reached.
  -- Held by the letter: its addressee or its text was refused, which is the letter's own fault only once the same server has
  -- taken another one. Both are tried for days; the text stays for a while after that, so that an operator can send it again.
  held_by         text check (held_by in ('server', 'letter')),
  held_since      timestamptz,
  -- While a node is sending it.
  claimed_until   timestamptz,
  -- The first attempt, or the first one after an operator's `try-again`.
  tried_since     timestamptz
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where next_attempt_at is not null;
create index mail_outbox_created on mail_outbox (created_at);
create index mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_held on mail_outbox (held_since) where held_since is not null;

-- Addresses of people without an account that don't want to be written to; only their hashes are stored.
create table mail_blocks (
  address_hash bytea primary key check (octet_length(address_hash) = 32),
  reason       text not null check (char_length(reason) between 1 and 40),
  at           timestamptz not null default now()
);

-- Links that make the first person an administrator. Each start prints a new one while the platform has never had an
-- administrator; all of them end with the first use. Only hashes are stored.
create table first_admin_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  made_at    timestamptz not null default now()
);
create index first_admin_links_made_at on first_admin_links (made_at);

create schema auth;

create table auth."user" (
  id                 text primary key,
  name               text not null check (length(name) <= 200),
  email              text not null check (email = lower(email) and length(email) <= 254) unique,
  "emailVerified"    boolean not null,
  image              text,
  "createdAt"        timestamptz not null default current_timestamp,
  "updatedAt"        timestamptz not null default current_timestamp,
  "twoFactorEnabled" boolean
);

create table auth.session (
  id          text primary key,
  "expiresAt" timestamptz not null,
  token       text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId"    text not null references auth."user"(id) on delete cascade,
  "timeZone"  text check (length("timeZone") <= 64)
);
create index "session_userId_idx" on auth.session ("userId");
create index "session_expiresAt_idx" on auth.session ("expiresAt");

-- How a person proves who they are; for us only providerId = 'credential', the hashed password.
create table auth.account (
  id                      text primary key,
  "accountId"             text not null,
  "providerId"            text not null,
  "userId"                text not null references auth."user"(id) on delete cascade,
  "accessToken"           text,
  "refreshToken"          text,
  "idToken"               text,
  "accessTokenExpiresAt"  timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope                   text,
  password                text,
  "createdAt"             timestamptz not null default current_timestamp,
  "updatedAt"             timestamptz not null
);
create index "account_userId_idx" on auth.account ("userId");

-- Pending proofs (password reset, second factor, passkey challenge); the identifier is a hash.
create table auth.verification (
  id          text primary key,
  identifier  text not null,
  value       text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index verification_identifier_idx on auth.verification (identifier);
create index "verification_expiresAt_idx" on auth.verification ("expiresAt");

-- Key pairs that sign bearer tokens; the private half is encrypted with the server's secret.
create table auth.jwks (
  id           text primary key,
  "publicKey"  text not null,
  "privateKey" text not null,
  "createdAt"  timestamptz not null,
  "expiresAt"  timestamptz,
  alg          text,
  crv          text
);

create table auth."twoFactor" (
  id                        text primary key,
  secret                    text not null,
  "backupCodes"             text not null,
  "userId"                  text not null references auth."user"(id) on delete cascade,
  verified                  boolean,
  "failedVerificationCount" integer,
  "lockedUntil"             timestamptz
);
create index "twoFactor_secret_idx" on auth."twoFactor" (secret);
create index "twoFactor_userId_idx" on auth."twoFactor" ("userId");

create table auth.passkey (
  id             text primary key,
  name           text,
  "publicKey"    text not null,
  "userId"       text not null references auth."user"(id) on delete cascade,
  "credentialID" text not null,
  counter        integer not null,
  "deviceType"   text not null,
  "backedUp"     boolean not null,
  transports     text,
  "createdAt"    timestamptz,
  aaguid         text
);
create index "passkey_userId_idx" on auth.passkey ("userId");
create index "passkey_credentialID_idx" on auth.passkey ("credentialID");

create table auth.attempts (
  key     text primary key,
  count   integer not null,
  ends_at timestamptz not null
);
create index attempts_ends_at on auth.attempts (ends_at);

-- Ours: sign-ins through an OpenID Connect issuer. `id` is the hash of the browser's cookie; tokens are
-- encrypted with a key derived from the server's secret.
create table auth.oidc_sessions (
  id              text primary key,
  subject         text not null,
  sealed          text not null,
  expires_at      timestamptz not null,
  created_at      timestamptz not null default now(),
  -- One at a time asks the issuer for fresh tokens of a session: many issuers take a refresh token once.
  renewing_until  timestamptz,
  -- Until when a person who signed in at the issuer again may do what asks others for their password.
  confirmed_until timestamptz
);
create index oidc_sessions_expires_at on auth.oidc_sessions (expires_at);

-- Where an account was signed in from with success: there, guesses from elsewhere lock nobody out. Both are hashes.
create table auth.known_networks (
  account text not null,
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (account, network)
);
create index known_networks_seen_at on auth.known_networks (seen_at);

-- The browsers in which somebody has signed in, by a hash of their cookie: a sign-in anywhere else is told.
create table auth.known_devices (
  user_id text not null references auth."user"(id) on delete cascade,
  hash    text not null check (length(hash) = 64),
  seen_at timestamptz not null default now(),
  primary key (user_id, hash)
);
create index known_devices_seen_at on auth.known_devices (seen_at);

-- A new address that waits for its proof; one for each account. It ends with the session that asked for it, so a new
-- password, which ends all sessions, stops it.
create table auth.email_changes (
  user_id      text primary key references auth."user"(id) on delete cascade,
  session_id   text not null references auth.session(id) on delete cascade,
  new_email    text not null check (new_email = lower(new_email) and length(new_email) <= 254),
  -- The hash of the link's token. Null when the address has an account: then no link was sent.
  token_hash   text unique,
  link_until   timestamptz not null,
  requested_at timestamptz not null default now()
);
create index email_changes_session on auth.email_changes (session_id);

create table auth.push_keys (
  -- There is one key: browsers subscribe for it, and a new one ends all subscriptions.
  only_row   boolean default true primary key check (only_row),
  -- An uncompressed point of P-256, base64url.
  public_key text not null,
  -- The private key as a JWK, encrypted with a key derived from SECRET_KEY.
  sealed     text not null,
  created_at timestamptz not null default now()
);

insert into sync_horizon (dropped_below) values ('0');
