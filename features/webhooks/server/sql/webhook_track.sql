-- Tells webhooks of a table: every INSERT, UPDATE and DELETE queues one delivery for each webhook that may be told, whoever
-- runs it (docs/decisions/0174). A delivery names the row and nothing in it. `compared` are the columns whose change is a
-- change for people; `audience` is who saw a row `r` that is gone or was changed, as `webhook_audience` has it.
-- The sender asks again who sees the row, so this decides nothing.
-- Migrations call it. A table keeps the triggers that were made for it: after a change here a migration makes them anew.
create or replace function webhook_track(tracked regclass, kind text, area text, compared text[], audience text)
returns void language plpgsql as $track$
declare
  name      text := tracked::text;
  diary     text := case when tracked = 'diaries'::regclass then 'r.id' else 'r.diary_id' end;
  operation text;
  rows      text;
  before    text;
  tables    text;
begin
  foreach operation in array array['insert', 'update', 'delete'] loop
    before := case when operation = 'insert' then 'null::jsonb' else audience end;
    rows := case operation when 'insert' then 'new_rows r' else 'old_rows r' end;
    if operation = 'update' then
      select format('%s join new_rows n on n.id = r.id and (%s) is distinct from (%s)', rows,
                    string_agg(format('r.%I', c), ', '), string_agg(format('n.%I', c), ', '))
        into rows from unnest(compared) c;
    end if;
    tables := case operation
      when 'insert' then 'new table as new_rows'
      when 'delete' then 'old table as old_rows'
      else 'old table as old_rows new table as new_rows' end;
    -- The first question is the only one where nobody has a webhook. The join of notebooks leaves out one that is being
    -- deleted with all its rows.
    execute format(
      'create or replace function %I() returns trigger language plpgsql as $f$ begin
         if exists (select from webhooks where disabled_at is null) then
           insert into webhook_deliveries (webhook_id, diary_id, kind, change, subject_id, role, before)
           select w.id, d.id, %L, %L, r.id, m.role, %s
             from %s
             join diaries d on d.id = %s
             join members m on m.diary_id = d.id
             join webhooks w on w.user_id = m.user_id and w.disabled_at is null and (w.areas is null or %L = any(w.areas))
            where w.all_notebooks
               or exists (select from webhook_notebooks b where b.webhook_id = w.id and b.diary_id = d.id);
         end if;
         return null;
       end $f$', format('webhook_%s_%s', name, operation), kind, operation, before, rows,
      diary, area);
    execute format(
      'create or replace trigger %I after %s on %s referencing %s for each statement execute function %I()',
      format('webhook_%s', operation), operation, tracked, tables, format('webhook_%s_%s', name, operation));
  end loop;
end $track$;
