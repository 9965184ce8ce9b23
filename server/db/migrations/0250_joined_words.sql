-- A word with hyphens, dashes or apostrophes is also found as one word: "well-being" by "wellbeing" and the other way round.
-- `indexedWords` in features/search/rules/fold.ts is the same rule; terms.test.ts compares the two.

-- What a row is found by (0111, 0189). Schemas are named because PostgreSQL makes indexes with none to look in.
create or replace function find_terms(notebook uuid, value text, tags text[])
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

reindex index notes_found;
reindex index comments_found;
reindex index tasks_found;
reindex index attachments_found;
reindex index medication_plans_found;
reindex index doses_found;
