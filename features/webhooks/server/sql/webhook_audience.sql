-- Who sees something that belongs to a note, or to none, as facts for `isToldOf` (features/webhooks/rules/audience.ts); null
-- when the note is gone.
create or replace function webhook_audience(note uuid, assigned_to uuid) returns jsonb language sql stable as $f$
  select case when note is null
    then jsonb_build_object('visibility', 'extended', 'assignedTo', assigned_to)
    else (select jsonb_build_object('visibility', n.visibility, 'noteAuthor', n.created_by, 'assignedTo', assigned_to,
                                    'isEncrypted', n.is_encrypted)
            from notes n where n.id = note) end
$f$;
