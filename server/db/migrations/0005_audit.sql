-- Audit events: what was changed by whom, written in the transaction of the change, never altered.

create table audit_events (
  id          uuid primary key,
  event_type  text        not null check (length(event_type) between 1 and 100),
  -- No foreign keys: the record outlives the notebook and the person.
  diary_id    uuid,
  actor_id    uuid,
  target_type text        not null,
  target_id   text        not null,
  details     jsonb       not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at  timestamptz not null default now()
);
create index audit_events_created on audit_events (created_at desc, id desc);
create index audit_events_diary on audit_events (diary_id, created_at desc);

create function audit_events_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit events can only be added' using errcode = 'restrict_violation';
end $$;
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function audit_events_append_only();

select sync_track('audit_events', array['diary_id']);
