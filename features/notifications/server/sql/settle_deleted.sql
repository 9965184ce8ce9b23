-- What was deleted needs nobody any more. The comments on a note or task go with it, and so do their notifications.
create or replace function settle_deleted() returns trigger language plpgsql as $f$ begin
  update notifications n set done_at = now()
    from gone
   where n.diary_id = gone.diary_id and n.subject_id = gone.id and n.done_at is null;
  return null;
end $f$;
create or replace trigger settle_deleted after delete on notes referencing old table as gone
  for each statement execute function settle_deleted();
create or replace trigger settle_deleted after delete on tasks referencing old table as gone
  for each statement execute function settle_deleted();
create or replace trigger settle_deleted after delete on appointments referencing old table as gone
  for each statement execute function settle_deleted();
create or replace trigger settle_deleted after delete on comments referencing old table as gone
  for each statement execute function settle_deleted();
