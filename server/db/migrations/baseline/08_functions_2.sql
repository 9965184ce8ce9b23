-- The other functions and their triggers as they were at the baseline, for migrations that run after it; their files, which
-- say what each is for, replace them at the end.

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
create or replace trigger ledger_is_not_emptied before truncate on medication_plan_versions
  for each statement execute function ledger_only_grows();
create or replace trigger ledger_is_not_emptied before truncate on dose_entries
  for each statement execute function ledger_only_grows();
create or replace trigger ledger_is_not_emptied before truncate on stock_events
  for each statement execute function ledger_only_grows();
create or replace trigger ledger_is_not_emptied before truncate on medication_plan_corrections
  for each statement execute function ledger_only_grows();

create or replace function log_ended_session() returns trigger language plpgsql set search_path = public as $f$ begin
  insert into sync_log (scope) values ('auth.session/id=' || old."id");
  return null;
end $f$;
create or replace trigger log_ended_session after delete on auth."session" for each row execute function log_ended_session();

create or replace function members_keep_owner() returns trigger language plpgsql as $$
begin
  perform refuse_ownerless(old.diary_id);
  return null;
end $$;

create or replace function moment_in_zone(day date, minute int, zone text) returns timestamptz stable strict parallel safe
  language sql return (
  select coalesce(
      least(case when before_change at time zone zone = shown then before_change end,
            case when after_change at time zone zone = shown then after_change end),
      before_change)
    from (
      select shown,
             (shown - (((shown at time zone 'UTC' - interval '24 hours') at time zone zone) - (shown - interval '24 hours')))
               at time zone 'UTC' as before_change,
             (shown - (((shown at time zone 'UTC' + interval '24 hours') at time zone zone) - (shown + interval '24 hours')))
               at time zone 'UTC' as after_change
        from (select day::timestamp + minute * interval '1 minute' as shown) s
    ) c);

create or replace function note_query(words text, tag text)
  returns tsquery immutable parallel safe language sql
begin atomic
  select string_agg(quote_literal(term) || suffix, ' & ')::tsquery from (
    select lexeme, case when octet_length(lexeme) > 1 and row_number() over (order by positions desc) = 1
                        then ':*' else '' end
      from unnest(to_tsvector('simple', search_text(words))) word (lexeme, positions, weights)
    union all
    select tag_term(tag), '' where tag is not null
    union all
    select '#', '' where words is not null and to_tsvector('simple', search_text(words)) = ''
  ) parts (term, suffix);
end;

create or replace function notify_assigned() returns trigger language plpgsql as $f$ begin
  with made as (
    insert into notifications
      (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, actor_id, group_key, due_at)
    select gen_random_uuid(), 'assigned ' || new.id || ' ' || extract(epoch from new.assigned_at) || ' ' || m.user_id,
           m.user_id, m.diary_id, 'assigned', 'task', new.id, new.assigned_by, 'task ' || new.id, now()
      from members m where m.diary_id = new.diary_id and m.user_id = new.assigned_to
        on conflict (dedupe) do nothing
    returning id
  )
  insert into unplanned_notifications select id from made;
  return null;
end $f$;
create or replace trigger notify_new_assigned after insert on tasks for each row
  when (new.assigned_at is not null and new.assigned_to is not null and new.assigned_by <> new.assigned_to)
  execute function notify_assigned();
create or replace trigger notify_assigned after update of assigned_at, assigned_to on tasks for each row
  when (new.assigned_at is not null and new.assigned_to is not null and new.assigned_by <> new.assigned_to
        and (old.assigned_at, old.assigned_to) is distinct from (new.assigned_at, new.assigned_to))
  execute function notify_assigned();

create or replace function notify_security() returns trigger language plpgsql as $f$
declare
  act text := case new.event_type
    when 'account.signedIn' then case
      when new.details->>'method' = 'backup code' then 'backup-code-used'
      when new.details->>'device' = 'new' then 'signed-in' end
    when 'account.passwordChanged' then 'password-changed'
    when 'account.passwordReset' then 'password-changed'
    when 'account.emailChangeRequested' then 'email-change-asked'
    when 'account.emailChanged' then 'email-changed'
    when 'account.twoFactorEnabled' then 'two-factor-on'
    when 'account.twoFactorDisabled' then
      case when new.details->>'by' = 'operator' then 'two-factor-reset' else 'two-factor-off' end
    when 'account.backupCodesRenewed' then 'backup-codes-renewed'
    when 'account.passkeyAdded' then 'passkey-added'
    when 'account.passkeyRemoved' then 'passkey-removed'
    when 'account.accessTokenMade' then 'access-token-made'
    when 'account.sessionsRevoked' then
      case when new.details->>'by' = 'operator' then 'signed-out-by-operator' else 'signed-out-elsewhere' end
    when 'account.closed' then 'account-closed'
    when 'account.reopened' then 'account-reopened'
    when 'admin.promoted' then 'admin-granted'
    when 'admin.demoted' then 'admin-revoked'
    when 'device.added' then 'device-added'
    when 'notebook.copied' then 'notebook-copied'
    when 'calendarFeed.created' then 'calendar-link'
    when 'calendarFeed.linkReplaced' then 'calendar-link'
    when 'invitation.created' then case when new.details->>'by' = 'link' then 'invitation-link' end
    when 'webhook.made' then 'webhook-made'
    when 'webhook.addressChanged' then 'webhook-address-new'
    when 'webhook.secretRotated' then 'webhook-secret-new'
    when 'webhook.removed' then 'webhook-removed'
  end;
begin
  if act is null then return null; end if;
  with made as (
    insert into notifications
      (id, dedupe, user_id, kind, subject_kind, group_key, due_at, act, act_detail, act_session)
    select gen_random_uuid(), 'security ' || new.id, u.id, 'security', 'account', 'security', now(), act,
           left(new.details->>'browser', 100), new.session_id
      from users u
     where case new.target_type when 'account' then u.clerk_user_id = new.target_id
                                when 'user' then u.id = new.target_id::uuid
                                else u.id = new.actor_id end
       and u.deleted_at is null
        on conflict (dedupe) do nothing
    returning id
  )
  insert into unplanned_notifications select id from made;
  return null;
end $f$;
create or replace trigger notify_security after insert on audit_events for each row
  when (new.target_type in ('account', 'user', 'device')
        or new.event_type in ('notebook.copied', 'calendarFeed.created', 'calendarFeed.linkReplaced',
                              'webhook.made', 'webhook.addressChanged', 'webhook.secretRotated',
                              'webhook.removed', 'invitation.created'))
  execute function notify_security();

create or replace function programs_outlive_their_notebook() returns trigger language plpgsql as $$
begin
  update programs p set diary_id = heir.diary_id
    from (select distinct on (u.program_id) u.program_id, u.diary_id
            from programs q
            join diary_programs u on u.program_id = q.id and u.diary_id <> old.id
            join diaries d on d.id = u.diary_id
           where q.diary_id = old.id
           order by u.program_id, u.activated_at, u.id) heir
   where p.id = heir.program_id;
  return old;
end $$;

create or replace function remind_after_last() returns trigger language plpgsql as $f$ begin
  update dose_reminders set next_at = now() where plan_id = new.plan_id and counts_from_last;
  return null;
end $f$;
create or replace trigger remind_after_given after insert on doses for each row
  when (new.state = 'given') execute function remind_after_last();
create or replace trigger remind_after_change after update of state, given_at on doses for each row
  when ((new.state = 'given' or old.state = 'given')
        and (old.state, old.given_at) is distinct from (new.state, new.given_at))
  execute function remind_after_last();

create or replace function remind_of_end() returns trigger language plpgsql as $f$ begin
  update dose_reminders set next_at = now() where plan_id = new.id;
  return null;
end $f$;
create or replace trigger remind_of_end after update of ended_at on medication_plans for each row
  when (old.ended_at is distinct from new.ended_at) execute function remind_of_end();

create or replace function remind_of_version() returns trigger language plpgsql as $f$ begin
  insert into dose_reminders as r (plan_id, kind, diary_id, counts_from_last)
    select new.plan_id, k.kind, new.diary_id, new.schedule @> '{"kind": "afterLast"}'
      from (values ('dose'), ('dose-missed')) k(kind)
        on conflict (plan_id, kind) do update set next_at = now(), counts_from_last = r.counts_from_last or excluded.counts_from_last;
  return null;
end $f$;
create or replace trigger remind_of_version after insert on medication_plan_versions for each row execute function remind_of_version();

create or replace function remind_of_whole_days() returns trigger language plpgsql as $f$ begin
  update tasks set date_only = date_only
   where diary_id = new.id and date_only and status in ('pending', 'in_progress');
  return null;
end $f$;

create or replace function resume_program(program uuid, at timestamptz) returns void language plpgsql as $f$
declare
  g record;
begin
  select p.id, p.diary_id, p.paused_since, d.time_zone as zone,
         (p.paused_since at time zone d.time_zone)::date as first_day,
         (at at time zone d.time_zone)::date - (p.paused_since at time zone d.time_zone)::date as days
    into g
    from diary_programs p join diaries d on d.id = p.diary_id
   where p.id = program and p.status = 'paused' for update of p;
  if not found then return; end if;
  update diary_programs p
     set status = 'active', paused_since = null, paused_until = null,
         pauses = case when g.days > 0
           then p.pauses || jsonb_build_object('from', g.first_day, 'to', g.first_day + g.days - 1)
           else p.pauses end
   where p.id = g.id;
  if g.days > 0 then
    update phase_progress f
       set start_day = case when f.start_date > g.paused_since then f.start_day + g.days else f.start_day end,
           end_day = f.end_day + g.days
     where f.diary_id = g.diary_id and f.diary_program_id = g.id and f.end_date >= g.paused_since;
    update tasks t
       set scheduled_day = t.scheduled_day + g.days, due_day = t.due_day + g.days, end_day = t.end_day + g.days,
           updated_at = now()
     where t.diary_id = g.diary_id and t.linked_diary_program_id = g.id and t.date_only
       and t.status in ('pending', 'in_progress');
    update tasks t
       set scheduled_date = (t.scheduled_date at time zone g.zone + g.days * interval '1 day') at time zone g.zone,
           due_date = (t.due_date at time zone g.zone + g.days * interval '1 day') at time zone g.zone,
           end_date = (t.end_date at time zone g.zone + g.days * interval '1 day') at time zone g.zone,
           updated_at = now()
     where t.diary_id = g.diary_id and t.linked_diary_program_id = g.id and not t.date_only
       and t.status in ('pending', 'in_progress');
  end if;
  perform count_programs(array[g.id]);
end $f$;

create or replace function set_activity_day() returns trigger language plpgsql as $f$
declare
  zone text;
  before activity_activations;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone into zone from diaries where id = new.diary_id;
  if new.start_day is distinct from before.start_day then new.start_date := day_start(new.start_day, zone);
  else new.start_day := (new.start_date at time zone zone)::date;
  end if;
  return new;
end $f$;

create or replace function set_days_of_programs() returns trigger language plpgsql as $f$ begin
  update diary_programs
     set baseline_date = day_start(baseline_day, new.time_zone),
         paused_until = case when paused_until = day_start((paused_until at time zone old.time_zone)::date, old.time_zone)
                             then day_start((paused_until at time zone old.time_zone)::date, new.time_zone)
                             else paused_until end
   where diary_id = new.id;
  update phase_progress set start_date = day_start(start_day, new.time_zone), end_date = day_end(end_day, new.time_zone)
   where diary_id = new.id;
  update activity_activations set start_date = day_start(start_day, new.time_zone) where diary_id = new.id;
  perform count_programs(array(select id from diary_programs where diary_id = new.id));
  return null;
end $f$;

create or replace function set_days_of_tasks() returns trigger language plpgsql as $f$ begin
  update tasks
     set date_only = date_only,
         occurrence_at = case when series_id is not null and occurrence_day is not null and occurrence_minute is null
                              then day_start(occurrence_day, new.time_zone) else occurrence_at end
   where diary_id = new.id;
  return null;
end $f$;

create or replace function set_phase_days() returns trigger language plpgsql as $f$
declare
  zone text;
  before phase_progress;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone into zone from diaries where id = new.diary_id;
  if new.start_day is distinct from before.start_day then new.start_date := day_start(new.start_day, zone);
  else new.start_day := (new.start_date at time zone zone)::date;
  end if;
  if new.end_day is distinct from before.end_day then new.end_date := day_end(new.end_day, zone);
  else new.end_day := (new.end_date at time zone zone)::date;
  end if;
  return new;
end $f$;

create or replace function set_program_day() returns trigger language plpgsql as $f$
declare
  zone text;
  before diary_programs;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone into zone from diaries where id = new.diary_id;
  if new.baseline_day is distinct from before.baseline_day then new.baseline_date := day_start(new.baseline_day, zone);
  else new.baseline_day := (new.baseline_date at time zone zone)::date;
  end if;
  return new;
end $f$;

create or replace function set_task_days() returns trigger language plpgsql as $f$
declare
  zone text;
  reminder int;
  before tasks;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone, reminder_minute into zone, reminder from diaries where id = new.diary_id;
  if new.date_only then
    new.scheduled_day := changed_day(before.scheduled_day, before.scheduled_date, new.scheduled_day, new.scheduled_date, zone);
    new.due_day := changed_day(before.due_day, before.due_date, new.due_day, new.due_date, zone);
    new.end_day := changed_day(before.end_day, before.end_date, new.end_day, new.end_date, zone);
    new.scheduled_date := day_start(new.scheduled_day, zone);
    -- A program's tasks have been due at the end of their day from the first version on.
    if new.linked_diary_program_id is null then
      new.due_date := day_start(new.due_day, zone);
      new.end_date := day_start(new.end_day, zone);
    else
      new.due_date := day_end(new.due_day, zone);
      new.end_date := day_end(new.end_day, zone);
    end if;
    new.overdue_after := day_end(coalesce(new.due_day, new.scheduled_day), zone);
    new.expires_after := day_end(new.end_day, zone);
    -- Nobody is reminded at midnight.
    new.remind_at := moment_in_zone(coalesce(new.scheduled_day, new.due_day), reminder, zone);
  else
    -- A day that comes without a moment begins at its start, or is over at its end.
    if new.scheduled_date is null and new.scheduled_day is distinct from before.scheduled_day then
      new.scheduled_date := day_start(new.scheduled_day, zone);
    end if;
    if new.due_date is null and new.due_day is distinct from before.due_day then
      new.due_date := day_end(new.due_day, zone);
    end if;
    if new.end_date is null and new.end_day is distinct from before.end_day then
      new.end_date := day_end(new.end_day, zone);
    end if;
    new.scheduled_day := (new.scheduled_date at time zone zone)::date;
    new.due_day := (new.due_date at time zone zone)::date;
    new.end_day := (new.end_date at time zone zone)::date;
    new.overdue_after := coalesce(new.due_date, new.scheduled_date);
    new.expires_after := new.end_date;
    new.remind_at := coalesce(new.scheduled_date, new.due_date);
  end if;
  return new;
end $f$;

create or replace function settle_dose() returns trigger language plpgsql as $f$ begin
  update notifications set done_at = now()
   where diary_id = new.diary_id and subject_id = new.plan_id and slot = new.slot and done_at is null;
  return null;
end $f$;
create or replace trigger settle_new_dose after insert on doses for each row
  when (new.slot is not null and new.state in ('given', 'not_given')) execute function settle_dose();
create or replace trigger settle_dose after update of state on doses for each row
  when (new.slot is not null and new.state in ('given', 'not_given') and old.state <> new.state) execute function settle_dose();

create or replace function settle_notification() returns trigger language plpgsql as $f$ begin
  insert into settled_notifications (notification_id) values (new.id)
    on conflict (notification_id) do update set look_at = now();
  return null;
end $f$;
create or replace trigger settle_notification after update of done_at, seen_at, later_until on notifications for each row
  when (((old.done_at is null and new.done_at is not null) or (old.seen_at is null and new.seen_at is not null)
         or (new.later_until is not null and old.later_until is distinct from new.later_until))
        -- Nothing older is on any screen.
        and new.made_at > now() - interval '2 days')
  execute function settle_notification();

create or replace function settle_task() returns trigger language plpgsql as $f$ begin
  update notifications set done_at = now()
   where diary_id = new.diary_id and subject_id = new.id and subject_kind = 'task' and kind in ('task-due', 'escalation')
     and done_at is null;
  return null;
end $f$;
create or replace trigger settle_task after update of status on tasks for each row
  when (old.status in ('pending', 'in_progress') and new.status not in ('pending', 'in_progress'))
  execute function settle_task();

create or replace function settled_until() returns timestamptz language sql volatile as $$
  select least(now(), min(xact_start)) - interval '1 second'
    from pg_stat_activity
   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
     and backend_type = 'client backend'
     and (backend_xid is not null or xact_start > now() - interval '1 minute')
$$;

create or replace function sum_row_counts() returns void language plpgsql as $$
begin
  if not exists (select from row_count_changes) or not pg_try_advisory_xact_lock(7301023) then return; end if;
  with gone as (
    delete from row_count_changes returning table_name, change
  ), sums as (
    select table_name, sum(change) as change from gone group by table_name
  )
  update row_counts c set total = c.total + s.change from sums s where s.table_name = c.table_name and s.change <> 0;
end $$;

create or replace function task_state(status text, overdue_after timestamptz, expires_after timestamptz, at timestamptz) returns text
  immutable parallel safe language sql
  return case when status in ('completed', 'cancelled') then 'completed'
              when expires_after < at then 'expired'
              when overdue_after < at then 'overdue'
              else 'pending' end;

create or replace function try_series_again() returns trigger language plpgsql as $f$ begin
  update task_series set next_try_at = null where diary_id = new.id and next_try_at is not null;
  return null;
end $f$;

create or replace function upload_grants_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name, not_before)
    select 'uploads/' || split_part(object_name, '/', 2), expires_at + interval '5 minutes' from gone where is_direct
    union all
    -- A file that has become an attachment stays.
    select object_name, now() from gone
     where not exists (select from attachments a where a.object_name = gone.object_name)
    on conflict do nothing;
  return null;
end $$;

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

create or replace function webhook_pause_audience(plans uuid[]) returns jsonb language sql stable as $f$
  select jsonb_build_object('visibility', case
    when plans is null or exists (select from medication_plans p where p.id = any(plans) and p.visibility = 'extended')
    then 'extended' else 'team' end)
$f$;

create or replace function webhook_plan_audience(plan uuid) returns jsonb language sql stable as $f$
  select jsonb_build_object('visibility', p.visibility, 'isEncrypted', p.sealed_facts is not null)
    from medication_plans p where p.id = plan
$f$;

create or replace function webhook_wake() returns trigger language plpgsql as $$
begin
  insert into webhook_wakes (webhook_id) select distinct webhook_id from new_rows;
  return null;
end $$;
create or replace trigger webhook_wake after insert on webhook_deliveries referencing new table as new_rows
  for each statement execute function webhook_wake();
