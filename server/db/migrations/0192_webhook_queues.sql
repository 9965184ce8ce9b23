-- Webhooks are looked at when something of theirs is due, so many an hour, and are told of notebooks that their person
-- doesn't see any more (docs/decisions/0174).

-- Says that something new waits for a webhook. Only inserted by writes, so that no write waits for another.
create table webhook_wakes (
  id         bigint generated always as identity primary key,
  webhook_id uuid   not null
);

-- Of each webhook for which something has waited. Without a foreign key, as `webhook_deliveries`.
create table webhook_queues (
  webhook_id uuid        primary key,
  -- When a node looks for due messages; null while nothing waits.
  look_at    timestamptz,
  -- So many messages went out in the hour that began then.
  hour_from  timestamptz,
  hour_sent  integer     not null default 0
);
create index webhook_queues_look on webhook_queues (look_at) where look_at is not null;

create function webhook_wake() returns trigger language plpgsql as $$
begin
  insert into webhook_wakes (webhook_id) select distinct webhook_id from new_rows;
  return null;
end $$;
create trigger webhook_wake after insert on webhook_deliveries referencing new table as new_rows
  for each statement execute function webhook_wake();
insert into webhook_wakes (webhook_id) select distinct webhook_id from webhook_deliveries where outcome is null;

alter table webhooks
  -- So many messages went out in an hour that the next one waits until then.
  add column limited_until timestamptz,
  -- When the oldest of too many messages were last given up.
  add column missed_at timestamptz;
-- Too many messages don't turn a webhook off any more.
update webhooks set missed_at = disabled_at, disabled_at = null, disabled_reason = null where disabled_reason = 'backlog';

-- Null for a notebook that its webhook's person doesn't see any more, whose id is `subject_id`: it may be deleted.
alter table webhook_deliveries alter column diary_id drop not null;

-- Tells the webhooks of a member that the notebook is gone for them, whichever way their membership ends. Before the row
-- goes, because the choice of notebooks goes with it.
create function webhook_notebook_gone() returns trigger language plpgsql as $$
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
create trigger webhook_notebook_gone before delete on members for each row execute function webhook_notebook_gone();
