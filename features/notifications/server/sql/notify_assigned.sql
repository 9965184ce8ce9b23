-- Who is given a task by somebody else is notified, whoever writes it. Of the tasks that are made at once only the first
-- has `assigned_at`. An assignee sees their task, whatever note it belongs to.
create or replace function notify_assigned() returns trigger language plpgsql as $f$ begin
  with made as (
    insert into notifications
      (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, actor_id, group_key, due_at)
    select gen_random_uuid(), 'assigned ' || new.id || ' ' || extract(epoch from new.assigned_at) || ' ' || m.user_id,
           m.user_id, m.diary_id, 'assigned', 'task', new.id, new.assigned_by, 'task ' || new.id, now()
      from members m where m.diary_id = new.diary_id and m.user_id = new.assigned_to
        on conflict (dedupe) do nothing
    returning id
  )
  insert into unplanned_notifications select id from made;
  return null;
end $f$;
create or replace trigger notify_new_assigned after insert on tasks for each row
  when (new.assigned_at is not null and new.assigned_to is not null and new.assigned_by <> new.assigned_to)
  execute function notify_assigned();
create or replace trigger notify_assigned after update of assigned_at, assigned_to on tasks for each row
  when (new.assigned_at is not null and new.assigned_to is not null and new.assigned_by <> new.assigned_to
        and (old.assigned_at, old.assigned_to) is distinct from (new.assigned_at, new.assigned_to))
  execute function notify_assigned();
