-- Audit events can be added and read, never changed or removed.
create or replace function audit_events_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit events can only be added' using errcode = 'restrict_violation';
end $$;
