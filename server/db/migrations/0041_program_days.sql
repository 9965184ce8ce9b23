-- A program's days are days of its notebook's calendar (docs/decisions/0053): its baseline, and where its phases and
-- activities begin and end. The moments beside them are the first and the last of these days.

alter table diary_programs       add column baseline_day date;
alter table phase_progress       add column start_day date, add column end_day date;
alter table activity_activations add column start_day date;
update diary_programs g set baseline_day = (g.baseline_date at time zone d.time_zone)::date
  from diaries d where d.id = g.diary_id;
update phase_progress f
   set start_day = (f.start_date at time zone d.time_zone)::date, end_day = (f.end_date at time zone d.time_zone)::date
  from diaries d where d.id = f.diary_id;
update activity_activations a set start_day = (a.start_date at time zone d.time_zone)::date
  from diaries d where d.id = a.diary_id;
alter table diary_programs       alter column baseline_day set not null;
alter table phase_progress       alter column start_day set not null, alter column end_day set not null;
alter table activity_activations alter column start_day set not null;

-- Keeps days and moments together: a day that is written gives its moment, a moment alone its day.
create function set_program_day() returns trigger language plpgsql as $f$
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
create trigger program_day before insert or update of baseline_day, baseline_date on diary_programs
  for each row execute function set_program_day();

create function set_phase_days() returns trigger language plpgsql as $f$
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
create trigger phase_days before insert or update of start_day, end_day, start_date, end_date on phase_progress
  for each row execute function set_phase_days();

create function set_activity_day() returns trigger language plpgsql as $f$
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
create trigger activity_day before insert or update of start_day, start_date on activity_activations
  for each row execute function set_activity_day();

-- Another clock of the notebook keeps the days: their moments move, and the end of a pause that was meant for a day too.
create function set_days_of_programs() returns trigger language plpgsql as $f$ begin
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
create trigger program_days after update of time_zone on diaries for each row
  when (old.time_zone is distinct from new.time_zone) execute function set_days_of_programs();

-- The progress of these programs from their tasks, by the one definition of overdue and expired (`overdue_after` and
-- `expires_after`). A phase whose days are over ends with them, whatever of its tasks has expired.
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

-- Whatever changes tasks, one statement counts each program once, however many of its tasks it touches.
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

-- Goes on with a paused program as of `at`: what is unfinished and what of the phases was to come moves by the days that
-- passed in the notebook's time zone. Days move as days; a task at eight stays one at eight.
create or replace function resume_program(program uuid, at timestamptz) returns void language plpgsql as $f$
declare
  g record;
begin
  select p.id, p.diary_id, p.paused_since, d.time_zone as zone,
         (at at time zone d.time_zone)::date - (p.paused_since at time zone d.time_zone)::date as days
    into g
    from diary_programs p join diaries d on d.id = p.diary_id
   where p.id = program and p.status = 'paused' for update of p;
  if not found then return; end if;
  update diary_programs set status = 'active', paused_since = null, paused_until = null where id = g.id;
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

-- Counted anew by the next run of the job.
update program_clocks c set next_change_at = now()
  from diary_programs g where g.id = c.diary_program_id and g.status in ('active', 'completed');
