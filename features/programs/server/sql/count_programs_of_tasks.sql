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
