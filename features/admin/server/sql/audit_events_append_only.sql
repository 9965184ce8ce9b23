-- Audit events can be added and read, never changed or removed, but for old ones whose time has run out by the operator's
-- setting: `audit_events_stay` looks which ones these are.
create or replace function audit_events_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('carediary.audit_retention', true) = 'on' then return null; end if;
  raise exception 'audit events can only be added' using errcode = 'restrict_violation';
end $$;
