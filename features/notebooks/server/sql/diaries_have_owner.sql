-- A notebook that is made has an owner when its transaction ends.
create or replace function diaries_have_owner() returns trigger language plpgsql as $$
begin
  perform refuse_ownerless(new.id);
  return null;
end $$;
