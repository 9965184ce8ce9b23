-- The other functions and their triggers as they were at the baseline, for migrations that run after it; their files, which
-- say what each is for, replace them at the end.

create or replace function add_program_clock() returns trigger language plpgsql as $f$ begin
  insert into program_clocks (diary_program_id) select id from new_rows;
  return null;
end $f$;

create or replace function ask_after_claim() returns trigger language plpgsql as $f$ begin
  update notification_deliveries d set next_attempt_at = now()
    from notifications n
   where n.diary_id = new.diary_id and n.subject_id = new.plan_id and n.slot = new.slot and n.done_at is null
     and d.notification_id = n.id and d.sent_at is null and d.outcome is null and d.next_attempt_at = old.claimed_until;
  update notifications set later_until = now()
   where diary_id = new.diary_id and subject_id = new.plan_id and slot = new.slot and done_at is null
     and later_until = old.claimed_until;
  -- A look too many finds nothing.
  update dose_reminders set next_at = now()
   where plan_id = new.plan_id and next_at > now() and next_at <= old.claimed_until + interval '1 second';
  return null;
end $f$;
create or replace trigger ask_after_claim after update of state on doses for each row
  when (new.slot is not null and old.state = 'claimed' and new.state = 'released') execute function ask_after_claim();

create or replace function attachments_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name, not_before)
    select object_name, now() from gone where object_name is not null
    union all
    select 'previews/' || split_part(object_name, '/', 2) || '-' || size, now() + interval '5 minutes'
      from gone, unnest(array['small', 'screen']) as size
     where object_name is not null and preview_type like 'image/%'
    on conflict do nothing;
  return null;
end $$;

create or replace function audit_events_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('carediary.audit_retention', true) = 'on' then return null; end if;
  raise exception 'audit events can only be added' using errcode = 'restrict_violation';
end $$;

create or replace function audit_events_stay() returns trigger language plpgsql as $$
begin
  if exists (select from gone where created_at > now() - interval '90 days' or event_type = 'admin.promoted') then
    raise exception 'these audit events stay' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create or replace trigger audit_events_stay after delete on audit_events referencing old table as gone
  for each statement execute function audit_events_stay();

create or replace function avatars_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name)
    select 'avatars/' || id || size from gone, unnest(array['.jpg', '-small.jpg']) size
    on conflict do nothing;
  return null;
end $$;

create or replace function begin_digest() returns trigger language plpgsql as $f$ begin
  insert into notification_settings (user_id, next_digest_at) values (new.user_id, now())
  on conflict (user_id) do update set next_digest_at = excluded.next_digest_at
    where notification_settings.time_zone is null and notification_settings.next_digest_at is null;
  return null;
end $f$;
create or replace trigger begin_digest after insert on members for each row execute function begin_digest();

create or replace function changed_day(was_day date, was_at timestamptz, is_day date, is_at timestamptz, zone text) returns date
  immutable parallel safe language sql
  return case when is_day is distinct from was_day then is_day
              when is_at is distinct from was_at then (is_at at time zone zone)::date
              else coalesce(is_day, (is_at at time zone zone)::date) end;

create or replace function count_gone_program_exports() returns trigger language plpgsql as $$
begin
  insert into row_count_changes
    select 'program_exports', -count(*) from old_rows where kind = 'program' having count(*) > 0;
  return null;
end $$;

create or replace function count_gone_rows() returns trigger language plpgsql as $$
begin
  insert into row_count_changes select tg_table_name, -count(*) from old_rows having count(*) > 0;
  return null;
end $$;

create or replace function count_new_program_exports() returns trigger language plpgsql as $$
begin
  insert into row_count_changes
    select 'program_exports', count(*) from new_rows where kind = 'program' having count(*) > 0;
  return null;
end $$;

create or replace function count_new_rows() returns trigger language plpgsql as $$
begin
  insert into row_count_changes select tg_table_name, count(*) from new_rows having count(*) > 0;
  return null;
end $$;

create or replace function count_no_program_exports() returns trigger language plpgsql as $$
begin
  delete from row_count_changes where table_name = 'program_exports';
  update row_counts set total = 0 where table_name = 'program_exports';
  return null;
end $$;

create or replace function count_no_rows() returns trigger language plpgsql as $$
begin
  delete from row_count_changes where table_name = tg_table_name;
  update row_counts set total = 0 where table_name = tg_table_name;
  return null;
end $$;

create or replace function count_programs(programs uuid[]) returns void language plpgsql as $f$
declare
  one uuid;
  program record;
  all_tasks bigint;
  open_tasks bigint;
  next_moment timestamptz;
  is_finished boolean;
begin
  -- In one order, so that no two wait for each other.
  perform from program_clocks where diary_program_id = any (programs) order by diary_program_id for update;
  foreach one in array programs loop
    select g.id, g.diary_id, g.program_id, g.status, g.paused_until, coalesce(g.paused_since, now()) as at
      into program from diary_programs g where g.id = one;
    continue when not found;

    with activity as (
      select t.phase_id, count(*) as made,
             count(*) filter (where t.status <> 'cancelled') as total,
             count(*) filter (where t.status = 'completed') as completed,
             count(*) filter (where t.status in ('pending', 'in_progress')) as undone,
             count(*) filter (where t.status in ('pending', 'in_progress')
                                and t.overdue_after < program.at) as overdue,
             count(*) filter (where t.status in ('pending', 'in_progress') and t.expires_after < program.at) as expired,
             min(t.overdue_after)
               filter (where t.status in ('pending', 'in_progress') and t.overdue_after >= program.at) as next_due,
             min(t.expires_after)
               filter (where t.status in ('pending', 'in_progress') and t.expires_after >= program.at) as next_end
        from tasks t
       where t.diary_id = program.diary_id and t.linked_diary_program_id = program.id
       group by t.phase_id, t.activity_template_id
    ), phase as (
      select f.id, f.start_date, f.end_date, coalesce(sum(a.made), 0) as made, coalesce(sum(a.undone), 0) as undone,
             coalesce(sum(a.total), 0) as total, coalesce(sum(a.completed), 0) as completed,
             coalesce(sum(a.overdue), 0) as overdue, coalesce(sum(a.expired), 0) as expired,
             count(*) filter (where a.total > 0) as activities_total,
             count(*) filter (where a.total > 0 and a.undone = 0) as activities_completed
        from phase_progress f left join activity a on a.phase_id = f.phase_id
       where f.diary_id = program.diary_id and f.diary_program_id = program.id
       group by f.id
    ), figures as (
      select id, activities_total, activities_completed, total, completed, overdue,
             case when undone = 0 and made > 0 or undone = expired and end_date < program.at then 'completed'
                  when start_date > program.at then 'upcoming' else 'active' end as status,
             case when completed + overdue = 0 then 0
                  else round(100.0 * completed / (completed + overdue), 2) end as adherence
        from phase
    ), written as (
      update phase_progress f
         set status = n.status, adherence_percentage = n.adherence, activities_completed = n.activities_completed,
             activities_total = n.activities_total, total_tasks = n.total, completed_tasks = n.completed,
             overdue_tasks = n.overdue
        from figures n
       where f.id = n.id
         and (f.status, f.adherence_percentage, f.activities_completed, f.activities_total, f.total_tasks, f.completed_tasks,
              f.overdue_tasks)
             is distinct from
             (n.status, n.adherence, n.activities_completed, n.activities_total, n.total, n.completed, n.overdue)
    )
    select coalesce(sum(a.made), 0), coalesce(sum(a.undone), 0), least(min(a.next_due), min(a.next_end))
      into all_tasks, open_tasks, next_moment from activity a;

    is_finished := open_tasks = 0 and (all_tasks > 0 or not exists (
      select from phase_progress f
       where f.diary_id = program.diary_id and f.diary_program_id = program.id and f.status <> 'completed'));
    if is_finished and program.status in ('active', 'paused') then
      program.status := 'completed';
      update diary_programs set status = 'completed', paused_since = null, paused_until = null where id = program.id;
    elsif not is_finished and program.status = 'completed' then
      -- Unless the notebook has the program anew; then the former activation stays what it was.
      begin
        update diary_programs g set status = 'active'
         where g.id = program.id and not exists (
           select from diary_programs o
            where o.diary_id = g.diary_id and o.program_id = g.program_id and o.status in ('active', 'paused'));
        if found then program.status := 'active'; end if;
      exception when unique_violation then null;
      end;
    end if;

    update program_clocks
       set counted = counted + 1,
           next_change_at = case
             when program.status = 'paused' then program.paused_until
             when program.status = 'cancelled' then null
             else least(next_moment, (
               select min(least(case when f.start_date > program.at then f.start_date end,
                                case when f.end_date >= program.at then f.end_date end))
                 from phase_progress f
                where f.diary_id = program.diary_id and f.diary_program_id = program.id and f.status <> 'completed')) end
     where diary_program_id = program.id;
  end loop;
end $f$;

create or replace function count_programs_of_tasks() returns trigger language plpgsql as $f$
declare
  programs uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct linked_diary_program_id) into programs
      from new_rows where linked_diary_program_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct linked_diary_program_id) into programs
      from old_rows where linked_diary_program_id is not null;
  else
    select array_agg(distinct c.program) into programs
      from old_rows o join new_rows n using (id),
           unnest(array[o.linked_diary_program_id, n.linked_diary_program_id]) c(program)
     where c.program is not null
       and (o.linked_diary_program_id, o.phase_id, o.activity_template_id, o.status, o.overdue_after, o.expires_after)
           is distinct from
           (n.linked_diary_program_id, n.phase_id, n.activity_template_id, n.status, n.overdue_after, n.expires_after);
  end if;
  if programs is not null then perform count_programs(programs); end if;
  return null;
end $f$;

create or replace function day_start(day date, zone text) returns timestamptz stable strict parallel safe language sql
  return case
    when ((day::timestamp at time zone zone - interval '1 hour') at time zone zone)::date = day
    then day::timestamp at time zone zone - interval '1 hour'
    else day::timestamp at time zone zone end;

create or replace function day_end(day date, zone text) returns timestamptz stable strict parallel safe language sql
  return day_start(day + 1, zone) - interval '1 millisecond';

create or replace function refuse_ownerless(notebook uuid) returns void language plpgsql as $$
begin
  if exists (select from diaries where id = notebook)
     and not exists (select from members where diary_id = notebook and role = 'owner') then
    raise exception 'notebook % would have no owner', notebook using errcode = 'check_violation';
  end if;
end $$;

create or replace function diaries_have_owner() returns trigger language plpgsql as $$
begin
  perform refuse_ownerless(new.id);
  return null;
end $$;

create or replace function dose_conflicts(
  of_plan uuid, of_version int, of_dose uuid, of_slot text, given timestamptz, of_amount numeric
) returns table (id uuid, limit_name text) stable language sql as $$
  with version as (
    select make_interval(mins => coalesce(v.same_dose_minutes, 0)) as same_dose,
           make_interval(mins => coalesce(v.min_gap_minutes, 0)) as gap,
           -- Hours, not days: a window has the same length whatever the clocks do.
           make_interval(hours => v.window_hours) as window_length, v.max_count, v.max_amount
      from medication_plan_versions v where v.plan_id = of_plan and v.version = of_version
  ),
  near as materialized (
    select d.id, d.given_at, d.amount from doses d, version v
     where d.plan_id = of_plan and d.state = 'given' and d.id <> of_dose
       and d.given_at > given - greatest(v.same_dose, v.gap, v.window_length)
       and d.given_at < given + greatest(v.same_dose, v.gap, v.window_length)
  ),
  -- A window begins with one of its doses: one that begins later would only lose doses.
  begins as (
    select given as at union select n.given_at from near n, version v
     where (v.max_count is not null or v.max_amount is not null)
       and n.given_at <= given and n.given_at + v.window_length > given
  ),
  windows as (
    select b.at, b.at + v.window_length as until, count(n.id) + 1 as doses, coalesce(sum(n.amount), 0) + of_amount as amount
      from version v, begins b left join near n on n.given_at >= b.at and n.given_at < b.at + (select window_length from version)
     group by b.at, v.window_length
  )
  select d.id, 'slot' from doses d
   where d.plan_id = of_plan and d.slot = of_slot and d.state = 'given' and d.id <> of_dose
  union all
  select n.id, 'sameDose' from near n, version v
   where n.given_at > given - v.same_dose and n.given_at < given + v.same_dose
  union all
  select n.id, 'gap' from near n, version v where n.given_at > given - v.gap and n.given_at < given + v.gap
  union all
  select distinct n.id, 'count' from near n, version v, windows w
   where w.doses > v.max_count and n.given_at >= w.at and n.given_at < w.until
  union all
  select distinct n.id, 'amount' from near n, version v, windows w
   where w.amount > v.max_amount and n.given_at >= w.at and n.given_at < w.until
  union all
  -- A dose that is more than the most by itself goes against the limit too.
  select of_dose, 'amount' from version v where of_amount > v.max_amount
$$;

create or replace function end_device_of_session() returns trigger language plpgsql set search_path = public as $f$ begin
  delete from notification_targets where session_id = old."id";
  return null;
end $f$;
create or replace trigger end_device_of_session after delete on auth."session" for each row
  when (old."expiresAt" > now()) execute function end_device_of_session();

create or replace function take_escalation(run uuid, person uuid, until timestamptz) returns void language sql as $f$
  update escalation_runs
     set counts_from = counts_from
           + greatest(interval '0', until - greatest(now(), coalesce(taken_until, '-infinity'))),
         taken_by = person, taken_until = greatest(until, coalesce(taken_until, '-infinity')),
         -- At once, so that the others are told who it is.
         next_at = now()
   where id = run and state = 'open'
$f$;

create or replace function end_escalation_of_dose() returns trigger language plpgsql as $f$
declare
  run escalation_runs;
begin
  select * into run from escalation_runs r
   where r.diary_id = new.diary_id and r.subject_id = new.plan_id and r.subject_kind = 'dose' and r.slot = new.slot
     and r.state = 'open' for update;
  if not found then return null; end if;
  if new.state in ('given', 'not_given') then
    update escalation_runs set state = 'done', next_at = null, closed_at = now(), closed_by = new.recorded_by where id = run.id;
  elsif new.state = 'claimed' then
    perform take_escalation(run.id, new.recorded_by, now() + interval '30 minutes');
  elsif new.state = 'released' and run.taken_until > now() then
    update escalation_runs
       set counts_from = counts_from - (taken_until - now()), taken_by = null, taken_until = null, told_taken_by = null,
           next_at = now()
     where id = run.id;
  end if;
  return null;
end $f$;
create or replace trigger end_escalation after insert or update on doses for each row
  when (new.slot is not null and new.extra_of is null) execute function end_escalation_of_dose();

create or replace function end_escalation_of_task() returns trigger language plpgsql as $f$ begin
  update escalation_runs
     set state = 'done', next_at = null, closed_at = now(),
         closed_by = case when tg_op = 'UPDATE' then coalesce(new.completed_by, new.updated_by) end
   where diary_id = old.diary_id and subject_id = old.id and subject_kind = 'task' and state = 'open';
  return null;
end $f$;
create or replace trigger end_escalation_update after update on tasks for each row
  when ((old.status is distinct from new.status and new.status not in ('pending', 'in_progress'))
        or old.remind_at is distinct from new.remind_at)
  execute function end_escalation_of_task();
create or replace trigger end_escalation_delete after delete on tasks for each row
  execute function end_escalation_of_task();

create or replace function end_session_in_time() returns trigger language plpgsql as $f$ begin
  new."expiresAt" := least(new."expiresAt", new."createdAt" + interval '90 days');
  return new;
end $f$;
create or replace trigger end_session_in_time before insert or update of "expiresAt" on auth."session" for each row
  execute function end_session_in_time();

create or replace function exports_leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (name, not_before)
    select object_name, coalesce(claimed_until, now()) from gone where object_name is not null
    on conflict do nothing;
  return null;
end $$;

create or replace function guard_dose() returns trigger volatile language plpgsql as $$
declare
  conflicts jsonb;
  before_change doses%rowtype;
begin
  if tg_op = 'UPDATE' then
    before_change := old;
    -- A corrected note, or one more reader, never moves the guard.
    if (new.state, new.given_at, new.amount, new.slot, new.claimed_until, new.plan_id, new.plan_version)
       is not distinct from (old.state, old.given_at, old.amount, old.slot, old.claimed_until, old.plan_id, old.plan_version)
    then
      return new;
    end if;
  end if;
  if new.state not in ('given', 'claimed') then
    return new;
  end if;
  -- First the turn, then the count: what another transaction has written meanwhile is seen, or this one is run again.
  insert into dose_turns (of_id) values (new.plan_id)
    on conflict (of_id) do update set taken = dose_turns.taken + 1;
  select jsonb_agg(jsonb_build_object('id', c.id, 'limit', c.limit_name)) into conflicts from (
    select d.id, d.limit_name
      from dose_conflicts(new.plan_id, new.plan_version, new.id, new.slot, coalesce(new.given_at, now()),
                          coalesce(new.amount, 0)) d
     where new.state = 'given' or d.limit_name = 'slot'
    union all
    select o.id, 'claim' from doses o
     where o.plan_id = new.plan_id and o.slot is not distinct from new.slot and o.id <> new.id
       and o.state = 'claimed' and o.claimed_until > now() and o.recorded_by <> new.recorded_by
    union all
    select before_change.id, 'claim'
     where before_change.state = 'claimed' and before_change.claimed_until > now()
       and before_change.recorded_by <> new.recorded_by
  ) c where c.id <> all (new.against);
  if conflicts is not null then
    raise exception 'this dose goes against others that stand already' using errcode = 'CD001', detail = conflicts::text;
  end if;
  return new;
end $$;
create or replace trigger guard_dose before insert or update on doses
  for each row execute function guard_dose();

create or replace function handover_marks_only_grow() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (
    select from members where diary_id = old.diary_id and user_id = old.user_id
  ) then
    return old;
  end if;
  raise exception 'marks of handovers are only added' using errcode = 'restrict_violation';
end $$;
create or replace trigger handover_marks_only_grow before update or delete on handover_marks
  for each row execute function handover_marks_only_grow();

create or replace function is_time_zone(name text) returns boolean stable language plpgsql as $f$ begin
  if name !~ '^(UTC|Etc/(UTC|GMT[+-][0-9]{1,2})|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(/[A-Z][A-Za-z0-9_-]*){1,2})$'
  then return false; end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then return false;
end $f$;

create or replace function keep_hours_of_tasks(notebook uuid, former_zone text, from_moment timestamptz) returns void language sql as $f$
  update tasks t
     set scheduled_date = (t.scheduled_date at time zone former_zone) at time zone d.time_zone,
         due_date = (t.due_date at time zone former_zone) at time zone d.time_zone,
         end_date = (t.end_date at time zone former_zone) at time zone d.time_zone
    from diaries d
   where d.id = t.diary_id and t.diary_id = notebook and not t.date_only and t.status in ('pending', 'in_progress')
     and coalesce(t.scheduled_date, t.due_date) >= from_moment;
  update tasks t
     set occurrence_at = (t.occurrence_at at time zone former_zone) at time zone d.time_zone
    from diaries d
   where d.id = t.diary_id and t.diary_id = notebook and t.series_id is not null and t.occurrence_minute is not null;
  update task_series set clock_zones = clock_zones || former_zone
   where diary_id = notebook and cardinality(clock_zones) % 2 = 1;
$f$;

create or replace function keep_mail_target() returns trigger language plpgsql as $f$ begin
  if new.email_verified and new.email <> '' then
    insert into notification_targets (id, user_id, channel, endpoint_hash)
    values (gen_random_uuid(), new.id, 'mail', sha256(convert_to('mail ' || new.id, 'UTF8')))
    on conflict (endpoint_hash) do nothing;
  else
    delete from notification_targets where user_id = new.id and channel = 'mail';
  end if;
  return null;
end $f$;
create or replace trigger keep_mail_target_of_new after insert on users for each row
  when (new.email_verified and new.email <> '') execute function keep_mail_target();
create or replace trigger keep_mail_target after update of email, email_verified on users for each row
  when ((new.email_verified and new.email <> '') is distinct from (old.email_verified and old.email <> ''))
  execute function keep_mail_target();

create or replace function keep_moments_of_series(notebook uuid, former_zone text) returns void language sql as $f$
  update task_series set clock_zones = clock_zones || former_zone
   where diary_id = notebook and cardinality(clock_zones) % 2 = 0 and is_time_zone(former_zone);
$f$;
