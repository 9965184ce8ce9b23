-- Personal access tokens, with which programs call functions as a person (docs/decisions/0170).

create table access_tokens (
  id            uuid        primary key,
  user_id       uuid        not null references users (id),
  name          text        not null check (char_length(name) between 1 and 100),
  -- SHA-256 of the token; the token itself isn't stored.
  token_hash    bytea       not null unique check (octet_length(token_hash) = 32),
  -- The last characters of the token, by which its person tells tokens apart.
  hint          text        not null check (char_length(hint) = 4),
  scopes        text[]      not null check (cardinality(scopes) between 1 and 40),
  -- Without it the token opens only the notebooks of access_token_notebooks.
  all_notebooks boolean     not null,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  -- Written at most every few minutes.
  last_used_at  timestamptz,
  check (expires_at <= created_at + interval '366 days')
);
create index access_tokens_person on access_tokens (user_id, created_at);
create index access_tokens_expired on access_tokens (expires_at);

create table access_token_notebooks (
  token_id uuid not null references access_tokens (id) on delete cascade,
  diary_id uuid not null,
  user_id  uuid not null,
  primary key (token_id, diary_id),
  -- Goes with the membership, however that ends; coming back needs a new token.
  foreign key (diary_id, user_id) references members (diary_id, user_id) on delete cascade
);
create index access_token_notebooks_member on access_token_notebooks (diary_id, user_id);

select sync_track('access_tokens', array['id', 'user_id']);
select sync_track('access_token_notebooks', array['token_id']);
