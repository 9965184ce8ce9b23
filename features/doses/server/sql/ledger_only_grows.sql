-- Versions and corrections of plans, entries of doses and what was counted of a stock are added and never changed; they go only
-- with their whole notebook.
create or replace function ledger_only_grows() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from diaries where id = old.diary_id) then
    return old;
  end if;
  raise exception 'the ledger of doses only grows' using errcode = 'restrict_violation';
end $$;
create or replace trigger ledger_only_grows before update or delete on medication_plan_versions
  for each row execute function ledger_only_grows();
create or replace trigger ledger_only_grows before update or delete on dose_entries
  for each row execute function ledger_only_grows();
create or replace trigger ledger_only_grows before update or delete on stock_events
  for each row execute function ledger_only_grows();
create or replace trigger ledger_only_grows before update or delete on medication_plan_corrections
  for each row execute function ledger_only_grows();
-- Emptying a table runs no trigger of its rows.
create or replace trigger ledger_is_not_emptied before truncate on medication_plan_versions
  for each statement execute function ledger_only_grows();
create or replace trigger ledger_is_not_emptied before truncate on dose_entries
  for each statement execute function ledger_only_grows();
create or replace trigger ledger_is_not_emptied before truncate on stock_events
  for each statement execute function ledger_only_grows();
create or replace trigger ledger_is_not_emptied before truncate on medication_plan_corrections
  for each statement execute function ledger_only_grows();
