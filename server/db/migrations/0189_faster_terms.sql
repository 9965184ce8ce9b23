-- The functions of the search (0111) with the same results in a fraction of the time: nearly all text that is written is
-- of letters that few steps concern. The indexes hold their results and stay as they are;
-- features/search/rules/terms.test.ts compares them with the former bodies.

-- Text as the search compares it. What is left of most European text after its accents are taken off is ASCII.
create or replace function find_words(value text) returns text immutable strict parallel safe language plpgsql as $$
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

-- The terms of words as `find_words` has them, without the notebook: the former body of `find_terms`.
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

-- What a row is found by (0111). Schemas are named because PostgreSQL makes indexes with none to look in.
create or replace function find_terms(notebook uuid, value text, tags text[])
  returns tsvector immutable parallel safe cost 10000 language plpgsql as $$
declare
  words text := public.find_words(left(coalesce(value, ''), 100000));
  start text := right(notebook::text, 8);
  terms text[];
begin
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
