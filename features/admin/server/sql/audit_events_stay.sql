-- Even when their time has run out, audit events of the last 90 days stay, and so does who became an administrator: by that
-- the server knows that it has had one.
create or replace function audit_events_stay() returns trigger language plpgsql as $$
begin
  if exists (select from gone where created_at > now() - interval '90 days' or event_type = 'admin.promoted') then
    raise exception 'these audit events stay' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create or replace trigger audit_events_stay after delete on audit_events referencing old table as gone
  for each statement execute function audit_events_stay();
