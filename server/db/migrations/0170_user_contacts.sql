-- When somebody's phone or computer was last heard of: who asks whether a dose has been given should know whether an entry
-- may still be on its way (docs/decisions/0152).
create table user_contacts (
  user_id uuid        not null references users (id) on delete cascade,
  device  text        not null check (device in ('phone', 'computer')),
  last_at timestamptz not null,
  primary key (user_id, device)
);
