-- Keeps days and moments of a task together, whoever writes it.
create or replace function set_task_days() returns trigger language plpgsql as $f$
declare
  zone text;
  reminder int;
  before tasks;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  select time_zone, reminder_minute into zone, reminder from diaries where id = new.diary_id;
  if new.date_only then
    new.scheduled_day := changed_day(before.scheduled_day, before.scheduled_date, new.scheduled_day, new.scheduled_date, zone);
    new.due_day := changed_day(before.due_day, before.due_date, new.due_day, new.due_date, zone);
    new.end_day := changed_day(before.end_day, before.end_date, new.end_day, new.end_date, zone);
    new.scheduled_date := day_start(new.scheduled_day, zone);
    -- A program's tasks have been due at the end of their day from the first version on.
    if new.linked_diary_program_id is null then
      new.due_date := day_start(new.due_day, zone);
      new.end_date := day_start(new.end_day, zone);
    else
      new.due_date := day_end(new.due_day, zone);
      new.end_date := day_end(new.end_day, zone);
    end if;
    new.overdue_after := day_end(coalesce(new.due_day, new.scheduled_day), zone);
    new.expires_after := day_end(new.end_day, zone);
    -- Nobody is reminded at midnight.
    new.remind_at := moment_in_zone(coalesce(new.scheduled_day, new.due_day), reminder, zone);
  else
    -- A day that comes without a moment begins at its start, or is over at its end.
    if new.scheduled_date is null and new.scheduled_day is distinct from before.scheduled_day then
      new.scheduled_date := day_start(new.scheduled_day, zone);
    end if;
    if new.due_date is null and new.due_day is distinct from before.due_day then
      new.due_date := day_end(new.due_day, zone);
    end if;
    if new.end_date is null and new.end_day is distinct from before.end_day then
      new.end_date := day_end(new.end_day, zone);
    end if;
    new.scheduled_day := (new.scheduled_date at time zone zone)::date;
    new.due_day := (new.due_date at time zone zone)::date;
    new.end_day := (new.end_date at time zone zone)::date;
    new.overdue_after := coalesce(new.due_date, new.scheduled_date);
    new.expires_after := new.end_date;
    new.remind_at := coalesce(new.scheduled_date, new.due_date);
  end if;
  return new;
end $f$;
