-- A care program may exist in several languages (docs/decisions/0278-a-program-has-languages.md): its own, and texts by
-- language and key. What lists show of each is apart, so that they don't read all texts:
-- {"de": {"name": …, "description": …, "category": …, "tags": […]}}.
alter table programs
  add column language text check (length(language) <= 35),
  add column texts    jsonb not null default '{}',
  add column headings jsonb not null default '{}';

-- The language in which a notebook has a program. Null where the program's own isn't known.
alter table diary_programs add column language text check (length(language) <= 35);
