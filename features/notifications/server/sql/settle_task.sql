-- A task that is over, was moved, or is another member's needs no reminder and no assignment any more, whoever wrote it.
create or replace function settle_task() returns trigger language plpgsql as $f$ begin
  update notifications set done_at = now()
   where diary_id = new.diary_id and subject_id = new.id and subject_kind = 'task' and done_at is null
     and case when new.status not in ('pending', 'in_progress') then kind in ('task-due', 'assigned', 'escalation')
              when kind = 'assigned' then user_id is distinct from new.assigned_to
              when kind = 'task-due' then
                user_id <> new.assigned_to
                or old.remind_at is distinct from new.remind_at
                   and coalesce(abs(extract(epoch from due_at - new.remind_at)) >= 1, true)
              when kind = 'escalation' then old.remind_at is distinct from new.remind_at
              else false end;
  return null;
end $f$;
create or replace trigger settle_task after update of status on tasks for each row
  when (old.status in ('pending', 'in_progress') and new.status not in ('pending', 'in_progress'))
  execute function settle_task();
-- `remind_at` follows from other columns, so the trigger can't name them.
create or replace trigger settle_changed_task after update on tasks for each row
  when (new.status in ('pending', 'in_progress')
        and (old.assigned_to is distinct from new.assigned_to or old.remind_at is distinct from new.remind_at))
  execute function settle_task();
