-- Marks of handovers are added and never changed; they go only with their membership.
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
