-- Private links by which calendar programs read a person's tasks (docs/decisions/0150).

create table calendar_feeds (
  id              uuid        primary key,
  user_id         uuid        not null references users (id),
  -- Null: all notebooks of the person.
  diary_id        uuid,
  -- SHA-256 of the link's token; the token itself isn't stored.
  token_hash      bytea       not null unique check (octet_length(token_hash) = 32),
  whose           text        not null check (whose in ('mine', 'all')),
  detail          text        not null check (detail in ('titles', 'neutral')),
  -- Null: no alarm.
  alarm_minutes   smallint    check (alarm_minutes in (0, 15, 60)),
  created_at      timestamptz not null default now(),
  -- When the present link was made.
  linked_at       timestamptz not null default now(),
  -- When one of the settings was last changed: it changes every event.
  changed_at      timestamptz not null default now(),
  last_fetched_at timestamptz,
  last_agent      text        check (char_length(last_agent) <= 200),
  -- The hash of the bytes that were sent last, and since when they are the same.
  content_hash    bytea,
  content_since   timestamptz,
  -- A feed of one notebook goes with the membership, however that ends; coming back needs a new link.
  foreign key (diary_id, user_id) references members (diary_id, user_id) on delete cascade,
  unique nulls not distinct (user_id, diary_id)
);
select sync_track('calendar_feeds', array['user_id']);
