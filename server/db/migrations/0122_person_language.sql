-- The language that a notebook's person would rather speak: a code of lib/languages.ts, such as "de".
alter table person_infos add column language text check (language ~ '^[a-z]{2,3}$');
