-- Encryption at rest (docs/decisions/0033), former versions, filters and search of notes.

-- The data keys of notebooks, wrapped by a master key. A destroyed key leaves its row without the key itself.
create table notebook_keys (
  diary_id      uuid        not null references diaries (id) on delete cascade,
  number        integer     not null check (number > 0),
  wrapped       bytea       check (length(wrapped) = 60),
  master_key_id text        not null check (master_key_id ~ '^[0-9a-f]{16}$'),
  created_at    timestamptz not null default now(),
  -- A retired key opens what it has sealed and seals nothing more.
  retired_at    timestamptz,
  destroyed_at  timestamptz,
  primary key (diary_id, number),
  check ((wrapped is null) = (destroyed_at is not null))
);
create index notebook_keys_master on notebook_keys (master_key_id) where wrapped is not null;
select sync_track('notebook_keys', array['diary_id']);

-- An encrypted note has what lists show of it sealed as its head, its content sealed apart, and neither in clear.
alter table notes
  alter column title drop not null,
  alter column content drop not null,
  alter column preview drop not null,
  -- The first few medications of a list and how many more there are, so that lists don't read whole notes.
  add column shown jsonb,
  add column sealed_head bytea,
  add column sealed_content bytea,
  -- The fields that its present version changed; empty for the first.
  add column changed text[] not null default '{}',
  add constraint notes_sealed check (
    case when is_encrypted then sealed_head is not null and sealed_content is not null
                                and num_nonnulls(title, content, preview, shown) = 0
         else num_nonnulls(sealed_head, sealed_content) = 0 and num_nulls(title, content, preview) = 0 end);

alter table note_versions
  alter column title drop not null,
  alter column content drop not null,
  add column sealed_head bytea,
  add column sealed_content bytea,
  add column changed text[] not null default '{}',
  add constraint note_versions_sealed check (
    num_nonnulls(title, content, sealed_head, sealed_content) = 2
    and (title is null) = (content is null) and (sealed_head is null) = (sealed_content is null));

-- The newest list of medications, among any number of other notes.
create index notes_lists on notes (diary_id, note_date desc, id desc) where type = 'current-medications';
-- The tags of a notebook are read without its notes.
create index notes_tagged on notes (diary_id, visibility, created_by) include (tags) where tags <> '{}';
drop index notes_tags;

-- Text as search compares it: letters and digits, without accents. ("simple" makes them lower case.)
create function search_text(value text) returns text immutable strict parallel safe language sql
  return regexp_replace(
    normalize(regexp_replace(normalize(value, NFD), U&'[\0300-\036F]+', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g');

-- How a tag stands among the words of a note: no word is like it.
create function tag_term(tag text) returns text immutable strict parallel safe language sql
  return '#' || md5(lower(tag));

-- What a note is found by: each tag as a whole and, unless it is encrypted, the words of title, text, medications
-- and tags, of the first 100,000 letters.
create function note_terms(title text, content jsonb, tags text[])
  returns tsvector immutable parallel safe cost 10000 language sql
begin atomic
  select coalesce(to_tsvector('simple', search_text(left(
      title || ' ' || array_to_string(tags, ' ') || ' ' || coalesce(content #>> '{data,text}', '') || ' ' || coalesce((
        select string_agg(value #>> '{}', ' ') from jsonb_path_query(content,
          '$.data.medications[*].keyvalue() ? (@.key != "compliance").value') value), ''), 100000))), '')
    || array_to_tsvector(array(select tag_term(tag) from unnest(tags) tag));
end;

-- What finds notes with all these words and that tag; null leaves a condition out. The last word may go on, unless it is
-- a single Latin letter: half of all words begin like that. Words without a letter or digit find nothing.
create function note_query(words text, tag text)
  returns tsquery immutable parallel safe language sql
begin atomic
  select string_agg(quote_literal(term) || suffix, ' & ')::tsquery from (
    select lexeme, case when octet_length(lexeme) > 1 and row_number() over (order by positions desc) = 1
                        then ':*' else '' end
      from unnest(to_tsvector('simple', search_text(words))) word (lexeme, positions, weights)
    union all
    select tag_term(tag), '' where tag is not null
    union all
    select '#', '' where words is not null and to_tsvector('simple', search_text(words)) = ''
  ) parts (term, suffix);
end;

-- The notebook is part of the index, as an array because that needs no extension: what is searched is one notebook.
create index notes_terms on notes using gin ((array[diary_id]), note_terms(title, content, tags))
  -- What waits to be put in order is put there in small steps, so that nobody's note waits long.
  with (gin_pending_list_limit = 256);
-- A search finds few of all notes; PostgreSQL needn't make thousands of vectors to estimate that.
alter index notes_terms alter column 1 set statistics 0;
alter index notes_terms alter column 2 set statistics 0;
