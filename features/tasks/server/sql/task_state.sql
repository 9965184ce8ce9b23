-- The state of a task in one word; `displayState` in features/tasks/rules/states.ts is the same for screens.
create or replace function task_state(status text, overdue_after timestamptz, expires_after timestamptz, at timestamptz) returns text
  immutable parallel safe language sql
  return case when status in ('completed', 'cancelled') then 'completed'
              when expires_after < at then 'expired'
              when overdue_after < at then 'overdue'
              else 'pending' end;
