-- The key with which this deployment signs at the push services of browsers (docs/decisions/0153).

create table auth.push_keys (
  -- There is one key: browsers subscribe for it, and a new one ends all subscriptions.
  only_row   boolean     primary key default true check (only_row),
  -- An uncompressed point of P-256, base64url.
  public_key text        not null,
  -- The private key as a JWK, encrypted with a key derived from SECRET_KEY.
  sealed     text        not null,
  created_at timestamptz not null default now()
);
