-- Mentions in notes and a note's time of day (docs/decisions/0138).

alter table notes
  -- Whom the text mentions, whether they see the note or not.
  add column mentions uuid[] not null default '{}' check (cardinality(mentions) <= 50),
  -- Who was told of it, and when: nobody is told twice. Who mentions themselves counts as told long ago.
  add column told uuid[] not null default '{}',
  add column told_at timestamptz[] not null default '{}',
  add constraint notes_told check (cardinality(told) = cardinality(told_at)),
  -- By the clock of the notebook, "HH:MM".
  add column note_time text check (note_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
create index notes_mentions on notes using gin (mentions);

alter table note_versions
  add column mentions uuid[] not null default '{}',
  add column note_time text;
