-- Functions that the baseline itself needs: what stored data depends on (`FROZEN` in server/db/sql_functions.ts), and the
-- bodies, of that time, of those that make triggers. Their files replace what isn't frozen.

create function is_short_id(value text) returns boolean immutable language sql
  return value ~ '^[2-9a-hjkmnp-z]{6}$';

-- Counted once and not for every list: the content may be 2 MB.
create function program_last_day(content jsonb) returns integer language sql immutable as $$
  select coalesce(max((phase -> 'dayRange' ->> 'end')::integer), 0)
    from jsonb_array_elements(content -> 'phases') as phase
$$;

-- Text as search compares it: letters and digits, without accents. ("simple" makes them lower case.)
create function search_text(value text) returns text immutable strict parallel safe language sql
  return regexp_replace(
    normalize(regexp_replace(normalize(value, NFD), U&'[\0300-\036F]+', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g');

-- How a tag stands among the words of a note: no word is like it.
create function tag_term(tag text) returns text immutable strict parallel safe language sql
  return '#' || md5(lower(tag));

-- Text as the search compares it. What is left of most European text after its accents are taken off is ASCII.
create function find_words(value text) returns text immutable strict parallel safe language plpgsql as $$
declare
  folded text := value;
begin
  if octet_length(value) = length(value) then
    return btrim(regexp_replace(lower(value collate "C"), '[^a-z0-9]+', ' ', 'g'));
  end if;
  folded := lower(regexp_replace(normalize(value, NFKD),
    '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+',
    '', 'g'));
  folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  -- What isn't a letter or digit of ASCII here separates words, as each general sign of punctuation does.
  if folded !~ '[^\u0001-\u00BF\u2000-\u206F]' then
    return btrim(regexp_replace(folded, '[^a-z0-9]+', ' ', 'g'));
  end if;
  return btrim(regexp_replace(regexp_replace(normalize(
    translate(folded, 'ıøłđðħŧŋςىةکیہ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'iolddhtnσيهكيه01234567890123456789'), NFKC),
    '([\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3041-\u3096\u3099-\u309A\u309D-\u309F\u30A1-\u30FA\u30FC-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\U00020000-\U0003FFFF]+)',
    ' \1 ', 'g'),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u02B9-\u02DF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05C6\u05F3\u05F4\u0609-\u060D\u061B-\u061F\u066A-\u066D\u06D4\u0964\u0965\u0970\u1680\u2000-\u206F\u20A0-\u20CF\u2190-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u303D-\u303F\u309B\u309C\u30A0\u30FB\uE000-\uF8FF\uFFFC\uFFFD\U0001F000-\U0001FAFF]+',
    ' ', 'g'));
end $$;

-- The terms of words as `find_words` has them, without the notebook.
create function terms_of_any_words(words text) returns text[] immutable parallel safe language sql
begin atomic
  select array(
    select t.term
      from string_to_table(words, ' ') word,
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
     limit 30000);
end;

-- What a row is found by. A word with hyphens, dashes or apostrophes is also found as one word: "well-being" by "wellbeing"
-- and the other way round. `indexedWords` in features/search/rules/fold.ts is the same rule; terms.test.ts compares the two.
-- Schemas are named because PostgreSQL makes indexes with none to look in.
create function find_terms(notebook uuid, value text, tags text[])
  returns tsvector immutable parallel safe cost 10000 language plpgsql as $$
declare
  text_found text := left(coalesce(value, ''), 100000);
  words text;
  start text := right(notebook::text, 8);
  terms text[];
begin
  if text_found ~ '[^\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000][\u0027\u002D\u02BC\u05BE\u2010-\u2015\u2018\u2019][^\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]' then
    text_found := concat_ws(' ', text_found, (
      select string_agg(regexp_replace(token, '[\u0027\u002D\u02BC\u05BE\u2010-\u2015\u2018\u2019]+', '', 'g'), ' ')
        from regexp_split_to_table(text_found,
               '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+') token
       where token ~ '[^\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000][\u0027\u002D\u02BC\u05BE\u2010-\u2015\u2018\u2019][^\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]'));
  end if;
  words := public.find_words(text_found);
  if length(words) > 20000
     or words ~ '[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\U00020000-\U0003FFFF]' then
    terms := public.terms_of_any_words(words);
  else
    terms := array(select left(word, 40) from unnest(string_to_array(words, ' ')) word)
          || array(select '<' || word from unnest(string_to_array(reverse(words), ' ')) word
                    where length(word) between 4 and 40);
  end if;
  if cardinality(tags) > 0 then terms := terms || array(select public.tag_term(tag) from unnest(tags) tag); end if;
  if cardinality(terms) = 0 then return ''; end if;
  return array_to_tsvector(string_to_array(start || array_to_string(terms, ' ' || start), ' '));
end $$;

-- The title, tags, text and medications of a note; null for an encrypted one.
create function note_text(title text, content jsonb, tags text[]) returns text immutable parallel safe language sql
  return title || ' ' || array_to_string(tags, ' ') || ' ' || coalesce(content #>> '{data,text}', '') || ' ' || coalesce((
    select string_agg(value #>> '{}', ' ') from jsonb_path_query(content,
      '$.data.medications[*].keyvalue() ? (@.key != "compliance").value') value), '');

-- The search finds plans by their names and what is said about them, and doses by the notes beside them. Encrypted ones have no
-- words here, so nothing of them is found, as of encrypted notes.
create function plan_text(facts jsonb) returns text immutable parallel safe language sql
  return coalesce(facts ->> 'name', '') || ' ' || coalesce(facts ->> 'strength', '') || ' ' || coalesce(facts ->> 'form', '')
    || ' ' || coalesce(facts ->> 'route', '') || ' ' || coalesce(facts ->> 'prescriber', '') || ' '
    || coalesce(facts ->> 'notes', '');

-- What rows are found by: the words of their names, as search compares them.
create function name_terms(name text) returns tsvector immutable strict parallel safe language sql
begin atomic
  select to_tsvector('simple', search_text(left(name, 1000)));
end;

-- Tracks a table: every INSERT, UPDATE, DELETE and TRUNCATE notes its scopes, whoever runs it.
-- Each element of column_sets is a comma-separated list of columns; '' stands for the table as a whole.
-- Migrations call it. A table that is tracked keeps the triggers that were made for it: after a change here a migration
-- tracks it anew.
create function sync_track(tracked regclass, column_sets text[]) returns void language plpgsql as $track$
declare
  name      text := tracked::text;
  one_set   text;
  parts     text;
  per_row   text := '';
  operation text;
  source    text;
  referencing text;
begin
  foreach one_set in array column_sets loop
    if one_set = '' then
      insert into sync_scopes values (name, '{}');
      per_row := per_row || format(', (%L)', name);
    else
      insert into sync_scopes values (name, string_to_array(one_set, ','));
      select string_agg(format('%L || coalesce(r.%I::text, '''')', '&' || c || '=', c), ' || ' order by n)
        into parts from unnest(string_to_array(one_set, ',')) with ordinality as u(c, n);
      per_row := per_row || format(', (%L || substr(%s, 2))', name || '/', parts);
    end if;
  end loop;
  per_row := substr(per_row, 3);

  foreach operation in array array['insert', 'update', 'delete'] loop
    source := case operation
      when 'insert' then 'select * from new_rows'
      when 'delete' then 'select * from old_rows'
      else 'select * from old_rows union all select * from new_rows' end;
    referencing := case operation
      when 'insert' then 'new table as new_rows'
      when 'delete' then 'old table as old_rows'
      else 'old table as old_rows new table as new_rows' end;
    execute format(
      'create function %I() returns trigger language plpgsql as $f$ begin
         insert into sync_log (scope) select distinct s.scope from (%s) r, lateral (values %s) s(scope);
         return null;
       end $f$', format('sync_%s_%s', name, operation), source, per_row);
    execute format(
      'create trigger %I after %s on %s referencing %s for each statement execute function %I()',
      format('sync_%s', operation), operation, tracked, referencing, format('sync_%s_%s', name, operation));
  end loop;
  execute format(
    'create function %I() returns trigger language plpgsql as $f$ begin
       insert into sync_log (scope) values (%L); return null; end $f$',
    format('sync_%s_truncate', name), name || '/*');
  execute format(
    'create trigger sync_truncate after truncate on %s for each statement execute function %I()',
    tracked, format('sync_%s_truncate', name));
end $track$;

-- Tells webhooks of a table: every INSERT, UPDATE and DELETE queues one delivery for each webhook that may be told, whoever
-- runs it (docs/decisions/0174). A delivery names the row and nothing in it. `compared` are the columns whose change is a
-- change for people; `audience` is who saw a row `r` that is gone or was changed, as `webhook_audience` has it.
-- The sender asks again who sees the row, so this decides nothing.
-- Migrations call it. A table keeps the triggers that were made for it: after a change here a migration makes them anew.
create function webhook_track(tracked regclass, kind text, area text, compared text[], audience text)
returns void language plpgsql as $track$
declare
  name      text := tracked::text;
  diary     text := case when tracked = 'diaries'::regclass then 'r.id' else 'r.diary_id' end;
  operation text;
  rows      text;
  before    text;
  tables    text;
begin
  foreach operation in array array['insert', 'update', 'delete'] loop
    before := case when operation = 'insert' then 'null::jsonb' else audience end;
    rows := case operation when 'insert' then 'new_rows r' else 'old_rows r' end;
    if operation = 'update' then
      select format('%s join new_rows n on n.id = r.id and (%s) is distinct from (%s)', rows,
                    string_agg(format('r.%I', c), ', '), string_agg(format('n.%I', c), ', '))
        into rows from unnest(compared) c;
    end if;
    tables := case operation
      when 'insert' then 'new table as new_rows'
      when 'delete' then 'old table as old_rows'
      else 'old table as old_rows new table as new_rows' end;
    -- The first question is the only one where nobody has a webhook. The join of notebooks leaves out one that is being
    -- deleted with all its rows.
    execute format(
      'create or replace function %I() returns trigger language plpgsql as $f$ begin
         if exists (select from webhooks where disabled_at is null) then
           insert into webhook_deliveries (webhook_id, diary_id, kind, change, subject_id, role, before)
           select w.id, d.id, %L, %L, r.id, m.role, %s
             from %s
             join diaries d on d.id = %s
             join members m on m.diary_id = d.id
             join webhooks w on w.user_id = m.user_id and w.disabled_at is null and (w.areas is null or %L = any(w.areas))
            where w.all_notebooks
               or exists (select from webhook_notebooks b where b.webhook_id = w.id and b.diary_id = d.id);
         end if;
         return null;
       end $f$', format('webhook_%s_%s', name, operation), kind, operation, before, rows,
      diary, area);
    execute format(
      'create or replace trigger %I after %s on %s referencing %s for each statement execute function %I()',
      format('webhook_%s', operation), operation, tracked, tables, format('webhook_%s_%s', name, operation));
  end loop;
end $track$;
