-- A note is of a day, the same for everybody (docs/decisions/0055). What was stored as a moment becomes the day that the
-- notebook's clock showed then; where no such clock is known, the day in UTC.
create function note_day(at timestamptz, zone text) returns date language plpgsql as $f$
declare
  day date;
begin
  begin
    -- An offset such as +05:30 is east of Greenwich to browsers; as a time zone it would be west to PostgreSQL.
    day := case when zone ~ '^[+-]\d\d(:?\d\d)?$' then at at time zone zone::interval else at at time zone zone end;
  exception when others then
    day := at at time zone 'UTC';
  end;
  return greatest(least(day, '9999-12-31'), '0001-01-01');
end $f$;

alter table notes add column note_day date;
update notes n set note_day = note_day(n.note_date, d.time_zone) from diaries d where d.id = n.diary_id;
alter table note_versions add column note_day date;
update note_versions v set note_day = note_day(v.note_date, d.time_zone) from diaries d where d.id = v.diary_id;
drop function note_day(timestamptz, text);

-- The indexes of the old column go with it. Ids grow with time: of one day, the note that was written later is the newer.
alter table notes alter column note_day set not null, drop column note_date;
alter table note_versions alter column note_day set not null, drop column note_date;
create index notes_list on notes (diary_id, note_day desc, id desc);
create index notes_lists on notes (diary_id, note_day desc, id desc) where type = 'current-medications';
