-- Has nodes look at the webhooks for which something was queued, whoever queued it (docs/decisions/0174).
create or replace function webhook_wake() returns trigger language plpgsql as $$
begin
  insert into webhook_wakes (webhook_id) select distinct webhook_id from new_rows;
  return null;
end $$;
create or replace trigger webhook_wake after insert on webhook_deliveries referencing new table as new_rows
  for each statement execute function webhook_wake();
