-- The tasks of a paused program wait with it: they remind again at their new times.
create or replace function settle_paused() returns trigger language plpgsql as $f$ begin
  update notifications n set done_at = now()
    from tasks t
   where t.linked_diary_program_id = new.id and t.diary_id = new.diary_id and t.status in ('pending', 'in_progress')
     and n.diary_id = t.diary_id and n.subject_id = t.id and n.kind in ('task-due', 'escalation') and n.done_at is null;
  return null;
end $f$;
create or replace trigger settle_paused after update of paused_since on diary_programs for each row
  when (old.paused_since is null and new.paused_since is not null) execute function settle_paused();
