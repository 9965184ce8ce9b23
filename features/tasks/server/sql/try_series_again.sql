-- Another zone may be what a series was waiting for.
create or replace function try_series_again() returns trigger language plpgsql as $f$ begin
  update task_series set next_try_at = null where diary_id = new.id and next_try_at is not null;
  return null;
end $f$;
