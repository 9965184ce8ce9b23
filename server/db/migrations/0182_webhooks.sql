-- Webhooks of members for their programs (docs/decisions/0174).

create table webhooks (
  id              uuid        primary key,
  user_id         uuid        not null references users (id),
  name            text        not null check (char_length(name) between 1 and 100),
  -- The server of the address, by which its person recognises it.
  host            text        not null check (char_length(host) between 1 and 255),
  -- The address and the secrets, encrypted with the server's secret key.
  sealed          bytea       not null,
  -- Of what it is told, as the areas of access tokens; null for everything.
  areas           text[]      check (cardinality(areas) between 1 and 20),
  -- Without it only of the notebooks of webhook_notebooks.
  all_notebooks   boolean     not null,
  created_at      timestamptz not null default now(),
  -- Until then the secret before the last rotation signs too.
  rotated_until   timestamptz,
  last_ok         timestamptz,
  last_failed_at  timestamptz,
  -- The status of an answer, or the code of an error; never an address.
  last_failure    text        check (char_length(last_failure) <= 100),
  -- Attempts without a success since, and since when.
  failures        integer     not null default 0,
  failing_since   timestamptz,
  -- Nothing is tried before.
  paused_until    timestamptz,
  disabled_at     timestamptz,
  disabled_reason text        check (disabled_reason in ('person', 'failing', 'gone', 'backlog')),
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhooks_person on webhooks (user_id, created_at);
-- Which each write asks: none where nobody has a webhook.
create index webhooks_on on webhooks (user_id) where disabled_at is null;

create table webhook_notebooks (
  webhook_id uuid not null references webhooks (id) on delete cascade,
  diary_id   uuid not null,
  user_id    uuid not null,
  primary key (webhook_id, diary_id),
  -- Goes with the membership, however that ends; coming back needs a new webhook.
  foreign key (diary_id, user_id) references members (diary_id, user_id) on delete cascade
);
create index webhook_notebooks_member on webhook_notebooks (diary_id, user_id);

-- What is on its way to a webhook and was sent lately: ids, never content.
create table webhook_deliveries (
  -- The `webhook-id` of each attempt.
  id              uuid        primary key default gen_random_uuid(),
  -- Without a foreign key: a write in a notebook would wait for whoever changes a webhook or a membership, and they for it.
  -- What is left of a webhook that is gone is never sent, and deleted when it is found.
  webhook_id      uuid        not null,
  diary_id        uuid        not null references diaries (id) on delete cascade,
  kind            text        not null,
  change          text        not null check (change in ('insert', 'update', 'delete')),
  subject_id      uuid        not null,
  -- The role of the webhook's person at the time of the change, and who saw the row before it.
  role            text        not null,
  before          jsonb,
  made_at         timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts        integer     not null default 0,
  leased_until    timestamptz,
  -- As it was told last: the type, and when. What wasn't told yet isn't shown to its person either.
  told_as         text,
  tried_at        timestamptz,
  -- Why the last attempt failed.
  failure         text        check (char_length(failure) <= 100),
  outcome         text        check (outcome in ('sent', 'failed'))
);
create index webhook_deliveries_open on webhook_deliveries (webhook_id, next_attempt_at) where outcome is null;
create index webhook_deliveries_leased on webhook_deliveries (webhook_id) where leased_until is not null;
create index webhook_deliveries_tried on webhook_deliveries (webhook_id, tried_at desc) where tried_at is not null;
create index webhook_deliveries_failed on webhook_deliveries (tried_at) where outcome = 'failed';
create index webhook_deliveries_old on webhook_deliveries (made_at);
create index webhook_deliveries_notebook on webhook_deliveries (diary_id);

select sync_track('webhooks', array['id', 'user_id']);
select sync_track('webhook_notebooks', array['webhook_id']);

create or replace function webhook_audience(note uuid, assigned_to uuid) returns jsonb language sql stable as $f$
  select case when note is null
    then jsonb_build_object('visibility', 'extended', 'assignedTo', assigned_to)
    else (select jsonb_build_object('visibility', n.visibility, 'noteAuthor', n.created_by, 'assignedTo', assigned_to,
                                    'isEncrypted', n.is_encrypted)
            from notes n where n.id = note) end
$f$;
create or replace function webhook_comment_audience(note uuid, task uuid, program uuid, visibility text, author uuid)
returns jsonb language sql stable as $f$
  select target.audience || jsonb_build_object('comment', jsonb_build_object('visibility', visibility, 'creatorId', author))
    from (select webhook_audience(note, null) as audience where note is not null
          union all select webhook_audience(t.note_id, t.assigned_to) from tasks t where t.id = task
          union all select webhook_audience(g.note_id, null) from diary_programs g where g.id = program) target
$f$;
create or replace function webhook_plan_audience(plan uuid) returns jsonb language sql stable as $f$
  select jsonb_build_object('visibility', p.visibility, 'isEncrypted', p.sealed_facts is not null)
    from medication_plans p where p.id = plan
$f$;
create or replace function webhook_pause_audience(plans uuid[]) returns jsonb language sql stable as $f$
  select jsonb_build_object('visibility', case
    when plans is null or exists (select from medication_plans p where p.id = any(plans) and p.visibility = 'extended')
    then 'extended' else 'team' end)
$f$;
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

select webhook_track('notes', 'note', 'notes', array['version', 'visibility', 'is_encrypted'],
  'jsonb_build_object(''visibility'', r.visibility, ''noteAuthor'', r.created_by, ''isEncrypted'', r.is_encrypted)');
select webhook_track('comments', 'comment', 'comments', array['updated_at', 'visibility'],
  'webhook_comment_audience(r.note_id, r.task_id, r.diary_program_id, r.visibility, r.created_by)');
select webhook_track('attachments', 'attachment', 'attachments', array['filename', 'description', 'sealed_description'],
  'webhook_audience(r.note_id, null)');
select webhook_track('tasks', 'task', 'tasks', array['updated_at', 'status', 'assigned_to', 'scheduled_date', 'note_id'],
  'webhook_audience(r.note_id, r.assigned_to)');
select webhook_track('diary_programs', 'program', 'programs',
  array['status', 'note_id', 'baseline_day', 'paused_since', 'paused_until'], 'webhook_audience(r.note_id, null)');
select webhook_track('medication_plans', 'plan', 'plans', array['facts', 'sealed_facts', 'visibility', 'ended_at'],
  'jsonb_build_object(''visibility'', r.visibility, ''isEncrypted'', r.sealed_facts is not null)');
select webhook_track('doses', 'dose', 'doses', array['revision', 'state', 'reviewed_at'],
  'webhook_plan_audience(r.plan_id)');
select webhook_track('care_pauses', 'pause', 'doses', array['revision', 'ended_at'],
  'webhook_pause_audience(r.plan_ids)');
select webhook_track('stock_events', 'stock', 'doses', array['amount'], 'webhook_plan_audience(r.plan_id)');
select webhook_track('members', 'member', 'members', array['role'], 'jsonb_build_object(''visibility'', ''extended'')');
select webhook_track('diaries', 'notebook', 'notebook', array['version', 'name', 'is_archived'],
  'jsonb_build_object(''visibility'', ''extended'')');
