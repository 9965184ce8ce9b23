-- The language that a person reads, on screens, in letters and on paper
-- (docs/decisions/0276-an-account-has-a-language.md): the name of a folder of words/. Null until their first sign-in
-- with a browser that names one. Not checked against the folders here: one of them may go again.
alter table users add column language text check (length(language) <= 35);
