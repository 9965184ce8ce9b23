-- Activated programs: their progress, kept right whoever changes a task, and their pauses (docs/decisions/0038).

-- What hangs on a note goes with it; left behind, the program of a private note would become everybody's.
alter table diary_programs
  drop constraint diary_programs_diary_id_note_id_fkey,
  add foreign key (diary_id, note_id) references notes (diary_id, id) on delete cascade;

-- When a paused program was paused: its clock stands still there.
alter table diary_programs add column paused_since timestamptz;
update diary_programs set paused_since = now() where status = 'paused';
alter table diary_programs add check ((paused_since is not null) = (status = 'paused'));

-- A notebook's list of programs.
create index diary_programs_list on diary_programs (diary_id, activated_at desc, id desc);

-- Cancelled tasks aren't counted. Overdue ones are as of the last count, so that a new one is a change to whoever watches.
alter table phase_progress
  add column total_tasks     integer not null default 0 check (total_tasks >= 0),
  add column completed_tasks integer not null default 0 check (completed_tasks between 0 and total_tasks),
  add column overdue_tasks   integer not null default 0 check (overdue_tasks between 0 and total_tasks);

-- One row a program, written whenever its progress is counted: who counts from an older snapshot fails there and starts
-- anew. A table of its own and untracked, so that counting touches no live query unless a figure has changed.
create table program_clocks (
  diary_program_id uuid primary key references diary_programs (id) on delete cascade,
  counted          bigint not null default 0,
  -- When time alone next changes something: a task becomes overdue, a phase begins or ends, a pause ends.
  next_change_at   timestamptz
);
create index program_clocks_next on program_clocks (next_change_at);
insert into program_clocks (diary_program_id, next_change_at) select id, now() from diary_programs;

create function add_program_clock() returns trigger language plpgsql as $f$ begin
  insert into program_clocks (diary_program_id) select id from new_rows;
  return null;
end $f$;
create trigger program_clock after insert on diary_programs referencing new table as new_rows
  for each statement execute function add_program_clock();

-- The progress of these programs from their tasks. What is due so far is what is completed and what is overdue.
create function count_programs(programs uuid[]) returns void language plpgsql as $f$
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
                                and coalesce(t.due_date, t.scheduled_date) < program.at) as overdue,
             min(coalesce(t.due_date, t.scheduled_date))
               filter (where t.status in ('pending', 'in_progress')
                         and coalesce(t.due_date, t.scheduled_date) >= program.at) as next_due
        from tasks t
       where t.diary_id = program.diary_id and t.linked_diary_program_id = program.id
       group by t.phase_id, t.activity_template_id
    ), phase as (
      select f.id, f.start_date, f.end_date, coalesce(sum(a.made), 0) as made, coalesce(sum(a.undone), 0) as undone,
             coalesce(sum(a.total), 0) as total, coalesce(sum(a.completed), 0) as completed,
             coalesce(sum(a.overdue), 0) as overdue,
             count(*) filter (where a.total > 0) as activities_total,
             count(*) filter (where a.total > 0 and a.undone = 0) as activities_completed
        from phase_progress f left join activity a on a.phase_id = f.phase_id
       where f.diary_id = program.diary_id and f.diary_program_id = program.id
       group by f.id
    ), figures as (
      select id, activities_total, activities_completed, total, completed, overdue,
             case when undone = 0 and (made > 0 or end_date < program.at) then 'completed'
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
    select coalesce(sum(a.made), 0), coalesce(sum(a.undone), 0), min(a.next_due)
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
create function count_programs_of_tasks() returns trigger language plpgsql as $f$
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
       and (o.linked_diary_program_id, o.phase_id, o.activity_template_id, o.status, o.due_date, o.scheduled_date)
           is distinct from
           (n.linked_diary_program_id, n.phase_id, n.activity_template_id, n.status, n.due_date, n.scheduled_date);
  end if;
  if programs is not null then perform count_programs(programs); end if;
  return null;
end $f$;
create trigger program_count_insert after insert on tasks referencing new table as new_rows
  for each statement execute function count_programs_of_tasks();
create trigger program_count_update after update on tasks referencing old table as old_rows new table as new_rows
  for each statement execute function count_programs_of_tasks();
create trigger program_count_delete after delete on tasks referencing old table as old_rows
  for each statement execute function count_programs_of_tasks();

-- Goes on with a paused program as of `at`: what is unfinished and what of the phases was to come moves by the days that
-- passed in the notebook's time zone, so that a task at eight stays one at eight.
create function resume_program(program uuid, at timestamptz) returns void language plpgsql as $f$
declare
  g record;
begin
  select p.id, p.diary_id, p.paused_since, d.time_zone as zone,
         ((at at time zone d.time_zone)::date - (p.paused_since at time zone d.time_zone)::date) * interval '1 day' as days
    into g
    from diary_programs p join diaries d on d.id = p.diary_id
   where p.id = program and p.status = 'paused' for update of p;
  if not found then return; end if;
  update diary_programs set status = 'active', paused_since = null, paused_until = null where id = g.id;
  if g.days > interval '0' then
    update phase_progress f
       set start_date = case when f.start_date > g.paused_since
                             then (f.start_date at time zone g.zone + g.days) at time zone g.zone else f.start_date end,
           end_date = (f.end_date at time zone g.zone + g.days) at time zone g.zone
     where f.diary_id = g.diary_id and f.diary_program_id = g.id and f.end_date >= g.paused_since;
    update tasks t
       set scheduled_date = (t.scheduled_date at time zone g.zone + g.days) at time zone g.zone,
           due_date = (t.due_date at time zone g.zone + g.days) at time zone g.zone,
           end_date = (t.end_date at time zone g.zone + g.days) at time zone g.zone,
           updated_at = now()
     where t.diary_id = g.diary_id and t.linked_diary_program_id = g.id and t.status in ('pending', 'in_progress');
  end if;
  perform count_programs(array[g.id]);
end $f$;
