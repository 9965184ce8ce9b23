-- A notebook has an owner at the end of every transaction: whoever takes the role away gives it to another.
create or replace function refuse_ownerless(notebook uuid) returns void language plpgsql as $$
begin
  if exists (select from diaries where id = notebook)
     and not exists (select from members where diary_id = notebook and role = 'owner') then
    raise exception 'notebook % would have no owner', notebook using errcode = 'check_violation';
  end if;
end $$;
