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
