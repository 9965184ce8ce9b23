-- Goes on with a paused program as of `at`: what is unfinished and what of the phases was to come moves by the days that
-- passed in the notebook's time zone. Days move as days; a task at eight stays one at eight. The program keeps the days of
-- the pause.
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
