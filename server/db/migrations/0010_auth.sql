-- Embedded sign-in: Better Auth's tables for the plugins that server/auth/embedded.ts uses, under its
-- own names (a test compares them with what Better Auth asks for), in a schema of their own.

create schema auth;

create table auth."user" (
  "id"               text        primary key,
  "name"             text        not null check (length("name") <= 200),
  "email"            text        not null unique check ("email" = lower("email") and length("email") <= 254),
  "emailVerified"    boolean     not null,
  "image"            text,
  "createdAt"        timestamptz not null default current_timestamp,
  "updatedAt"        timestamptz not null default current_timestamp,
  "twoFactorEnabled" boolean
);

create table auth."session" (
  "id"        text        primary key,
  "expiresAt" timestamptz not null,
  "token"     text        not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId"    text        not null references auth."user" ("id") on delete cascade
);
create index "session_userId_idx" on auth."session" ("userId");
create index "session_expiresAt_idx" on auth."session" ("expiresAt");

-- How a person proves who they are; for us only providerId = 'credential', the hashed password.
create table auth."account" (
  "id"                    text        primary key,
  "accountId"             text        not null,
  "providerId"            text        not null,
  "userId"                text        not null references auth."user" ("id") on delete cascade,
  "accessToken"           text,
  "refreshToken"          text,
  "idToken"               text,
  "accessTokenExpiresAt"  timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope"                 text,
  "password"              text,
  "createdAt"             timestamptz not null default current_timestamp,
  "updatedAt"             timestamptz not null
);
create index "account_userId_idx" on auth."account" ("userId");

-- Pending proofs (password reset, second factor, passkey challenge); the identifier is a hash.
create table auth."verification" (
  "id"         text        primary key,
  "identifier" text        not null,
  "value"      text        not null,
  "expiresAt"  timestamptz not null,
  "createdAt"  timestamptz not null default current_timestamp,
  "updatedAt"  timestamptz not null default current_timestamp
);
create index "verification_identifier_idx" on auth."verification" ("identifier");
create index "verification_expiresAt_idx" on auth."verification" ("expiresAt");

-- Key pairs that sign bearer tokens; the private half is encrypted with the server's secret.
create table auth."jwks" (
  "id"         text        primary key,
  "publicKey"  text        not null,
  "privateKey" text        not null,
  "createdAt"  timestamptz not null,
  "expiresAt"  timestamptz,
  "alg"        text,
  "crv"        text
);

create table auth."twoFactor" (
  "id"                      text        primary key,
  "secret"                  text        not null,
  "backupCodes"             text        not null,
  "userId"                  text        not null references auth."user" ("id") on delete cascade,
  "verified"                boolean,
  "failedVerificationCount" integer,
  "lockedUntil"             timestamptz
);
create index "twoFactor_secret_idx" on auth."twoFactor" ("secret");
create index "twoFactor_userId_idx" on auth."twoFactor" ("userId");

create table auth."passkey" (
  "id"           text        primary key,
  "name"         text,
  "publicKey"    text        not null,
  "userId"       text        not null references auth."user" ("id") on delete cascade,
  "credentialID" text        not null,
  "counter"      integer     not null,
  "deviceType"   text        not null,
  "backedUp"     boolean     not null,
  "transports"   text,
  "createdAt"    timestamptz,
  "aaguid"       text
);
create index "passkey_userId_idx" on auth."passkey" ("userId");
create index "passkey_credentialID_idx" on auth."passkey" ("credentialID");

-- Ours: attempts counted per address and per account, shared by all nodes. Unlogged, because a count
-- is written at every sign-in and may be lost in a crash.
create unlogged table auth.attempts (
  key     text        primary key,
  count   integer     not null,
  ends_at timestamptz not null
);
create index attempts_ends_at on auth.attempts (ends_at);

-- Ours: sign-ins through an OpenID Connect issuer. `id` is the hash of the browser's cookie; tokens are
-- encrypted with a key derived from the server's secret.
create table auth.oidc_sessions (
  id         text        primary key,
  subject    text        not null,
  sealed     text        not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index oidc_sessions_expires_at on auth.oidc_sessions (expires_at);
