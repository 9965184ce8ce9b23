-- One search over notes, comments, tasks and names of files (docs/decisions/0131). Its terms are folded here and, to mark
-- what matches, in features/search/rules/fold.ts; a property test compares the two.

-- Text as the search compares it: lower-case words without accents, separated by single spaces. Runs of scripts that are
-- written without spaces are words of their own. All ranges are named, because classes such as [:alnum:] depend on the
-- locale of the database.
create function find_words(value text) returns text immutable strict parallel safe language sql
  return btrim(regexp_replace(regexp_replace(normalize(
    replace(replace(replace(replace(translate(lower(regexp_replace(normalize(value, NFKD),
      '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+',
      '', 'g')),
      'ıøłđðħŧŋςىةکیہ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'iolddhtnσيهكيه01234567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFKC),
    '([\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3041-\u3096\u3099-\u309A\u309D-\u309F\u30A1-\u30FA\u30FC-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\U00020000-\U0003FFFF]+)',
    ' \1 ', 'g'),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u02B9-\u02DF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05C6\u05F3\u05F4\u0609-\u060D\u061B-\u061F\u066A-\u066D\u06D4\u0964\u0965\u0970\u1680\u2000-\u206F\u20A0-\u20CF\u2190-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u303D-\u303F\u309B\u309C\u30A0\u30FB\uE000-\uF8FF\uFFFC\uFFFD\U0001F000-\U0001FAFF]+',
    ' ', 'g'));

-- What a row is found by. Each term begins with its notebook, so that the words of other notebooks cost a search nothing:
-- its words; each word of four letters or more backwards after a "<", to find how words end; every three letters of a
-- script without spaces; its tags, as `tag_term` has them. Bounded, so that a very long text can be stored.
create function find_terms(notebook uuid, value text, tags text[])
  returns tsvector immutable parallel safe cost 10000 language sql
begin atomic
  select array_to_tsvector(array(
    select right(notebook::text, 8) || term from (
      select t.term
        from string_to_table(find_words(left(coalesce(value, ''), 100000)), ' ') word,
             lateral (
               select left(word, 40) as term where word !~ '^[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\U00020000-\U0003FFFF]'
               union all
               select '<' || reverse(word) where length(word) between 4 and 40
                  and word !~ '^[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\U00020000-\U0003FFFF]'
               union all
               select substr(word, i, 3) from generate_series(1, length(word)) i
                where word ~ '^[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\U00020000-\U0003FFFF]'
             ) t
       where word <> ''
       limit 30000
    ) words
    union all
    select right(notebook::text, 8) || tag_term(tag) from unnest(tags) tag));
end;

-- The title, tags, text and medications of a note; null for an encrypted one.
create function note_text(title text, content jsonb, tags text[]) returns text immutable parallel safe language sql
  return title || ' ' || array_to_string(tags, ' ') || ' ' || coalesce(content #>> '{data,text}', '') || ' ' || coalesce((
    select string_agg(value #>> '{}', ' ') from jsonb_path_query(content,
      '$.data.medications[*].keyvalue() ? (@.key != "compliance").value') value), '');

-- The list of notes is searched by the same index as everything.
create index notes_found on notes using gin (find_terms(diary_id, note_text(title, content, tags), tags))
  with (gin_pending_list_limit = 256);
create index comments_found on comments using gin (find_terms(diary_id, content, null))
  with (gin_pending_list_limit = 256) where content is not null;
create index tasks_found on tasks using gin (find_terms(diary_id, title || ' ' || description, null))
  with (gin_pending_list_limit = 256);
create index attachments_found on attachments using gin (find_terms(diary_id, filename || coalesce(' ' || description, ''), null))
  with (gin_pending_list_limit = 256);
-- A search finds few of all rows; PostgreSQL needn't make thousands of vectors to estimate that.
alter index notes_found alter column 1 set statistics 0;
alter index comments_found alter column 1 set statistics 0;
alter index tasks_found alter column 1 set statistics 0;
alter index attachments_found alter column 1 set statistics 0;

drop index notes_terms;
drop function note_terms(text, jsonb, text[]);
