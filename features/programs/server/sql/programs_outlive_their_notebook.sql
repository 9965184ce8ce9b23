-- A program that was uploaded for one notebook may be active in another. When the first is deleted the program becomes
-- the other's, the one that has used it longest; else it goes with its notebook.
create or replace function programs_outlive_their_notebook() returns trigger language plpgsql as $$
begin
  update programs p set diary_id = heir.diary_id
    from (select distinct on (u.program_id) u.program_id, u.diary_id
            from programs q
            join diary_programs u on u.program_id = q.id and u.diary_id <> old.id
            join diaries d on d.id = u.diary_id
           where q.diary_id = old.id
           order by u.program_id, u.activated_at, u.id) heir
   where p.id = heir.program_id;
  return old;
end $$;
