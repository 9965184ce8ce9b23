-- What finds notes with all these words and that tag; null leaves a condition out. The last word may go on, unless it is
-- a single Latin letter: half of all words begin like that. Words without a letter or digit find nothing.
create or replace function note_query(words text, tag text)
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
