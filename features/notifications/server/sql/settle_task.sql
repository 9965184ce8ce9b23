-- A task that is over needs no reminder any more, whoever wrote that it is.
create or replace function settle_task() returns trigger language plpgsql as $f$ begin
  update notifications set done_at = now()
   where diary_id = new.diary_id and subject_id = new.id and subject_kind = 'task' and kind in ('task-due', 'escalation')
     and done_at is null;
  return null;
end $f$;
create or replace trigger settle_task after update of status on tasks for each row
  when (old.status in ('pending', 'in_progress') and new.status not in ('pending', 'in_progress'))
  execute function settle_task();
