-- A notebook whose owner leaves or gets another role has a new one when the transaction ends.
create or replace function members_keep_owner() returns trigger language plpgsql as $$
begin
  perform refuse_ownerless(old.diary_id);
  return null;
end $$;
