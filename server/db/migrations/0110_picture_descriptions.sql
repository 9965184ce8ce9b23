-- What a picture shows, in the words of a person, for those who can't see it; sealed if its note is encrypted
-- (docs/decisions/0132).
alter table attachments
  add column description        text  check (length(description) between 1 and 500),
  add column sealed_description bytea,
  add check (case when is_encrypted then description is null else sealed_description is null end);

-- The pictures that lists of notes show.
create index attachments_pictures on attachments (diary_id, note_id, created_at, id)
  where preview_type in ('image/jpeg', 'image/png', 'image/webp') and not is_encrypted;
