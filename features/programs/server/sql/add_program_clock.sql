-- Every activated program has its clock from the start.
create or replace function add_program_clock() returns trigger language plpgsql as $f$ begin
  insert into program_clocks (diary_program_id) select id from new_rows;
  return null;
end $f$;
