-- The same of a comment, whose own visibility narrows that of what it is on; null when that is gone.
create or replace function webhook_comment_audience(note uuid, task uuid, program uuid, visibility text, author uuid)
returns jsonb language sql stable as $f$
  select target.audience || jsonb_build_object('comment', jsonb_build_object('visibility', visibility, 'creatorId', author))
    from (select webhook_audience(note, null) as audience where note is not null
          union all select webhook_audience(t.note_id, t.assigned_to) from tasks t where t.id = task
          union all select webhook_audience(g.note_id, null) from diary_programs g where g.id = program) target
$f$;
