-- Whoever ends, moves or deletes a task ends its escalation in the same transaction, also by SQL.
create or replace function end_escalation_of_task() returns trigger language plpgsql as $f$ begin
  update escalation_runs
     set state = 'done', next_at = null, closed_at = now(),
         closed_by = case when tg_op = 'UPDATE' then coalesce(new.completed_by, new.updated_by) end
   where diary_id = old.diary_id and subject_id = old.id and subject_kind = 'task' and state = 'open';
  return null;
end $f$;
create or replace trigger end_escalation_update after update on tasks for each row
  when ((old.status is distinct from new.status and new.status not in ('pending', 'in_progress'))
        or old.remind_at is distinct from new.remind_at)
  execute function end_escalation_of_task();
create or replace trigger end_escalation_delete after delete on tasks for each row
  execute function end_escalation_of_task();
