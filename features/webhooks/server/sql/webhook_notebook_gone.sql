-- Tells the webhooks of a member that the notebook is gone for them, whichever way their membership ends. Before the row
-- goes, because the choice of notebooks goes with it.
create or replace function webhook_notebook_gone() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where disabled_at is null) then
    insert into webhook_deliveries (webhook_id, kind, change, subject_id, role)
    select w.id, 'notebook', 'delete', old.diary_id, old.role
      from webhooks w
     where w.user_id = old.user_id and w.disabled_at is null and (w.areas is null or 'notebook' = any(w.areas))
       and (w.all_notebooks
            or exists (select from webhook_notebooks b where b.webhook_id = w.id and b.diary_id = old.diary_id));
  end if;
  return old;
end $$;
create or replace trigger webhook_notebook_gone before delete on members for each row execute function webhook_notebook_gone();
