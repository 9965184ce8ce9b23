-- What people read is worded where it is shown; the database has the facts that the words are made of
-- (docs/decisions/0101).

-- Whose account was deleted has no name any more.
alter table users add column deleted_at timestamptz;
update users u
   set name = '',
       deleted_at = coalesce((select max(e.created_at) from audit_events e
                               where e.actor_id = u.id and e.event_type = 'account.deleted'), now())
 where u.clerk_user_id = 'deleted:' || u.id;
alter table users add check (deleted_at is null or name = '');

-- Why an export failed.
alter table program_exports add column failure text check (failure in ('hidden', 'failed'));
update program_exports
   set failure = case when error like 'The program was deleted or hidden %' then 'hidden' else 'failed' end
 where error is not null;
alter table program_exports drop column error;

-- How often a task is to be done follows from its recurrence.
alter table tasks drop column frequency;

-- How often an activity is to be done follows from its recurrence as well, or from what kept it from making tasks. Words
-- that whoever activated it has chosen themselves are theirs, as a title is.
alter table activity_activations add column frequency_words text, add column warning jsonb;

create function label_before(is_recurring boolean, recurrence jsonb) returns text language plpgsql as $f$
declare
  parts jsonb;
  counted constant text := '%s %s%s';
  plural constant text[] := array['', 's'];
begin
  if not is_recurring or recurrence ->> 'pattern' = 'one-time' then return 'One time'; end if;
  if recurrence is null then return 'No recurrence chosen'; end if;
  parts := recurrence -> (recurrence ->> 'pattern');
  case recurrence ->> 'pattern'
    when 'interval' then
      return 'Every ' || format(counted, parts ->> 'every', parts ->> 'unit', plural[1 + (parts ->> 'every' <> '1')::int]);
    when 'frequency' then
      return format(counted, parts ->> 'times', 'time', plural[1 + (parts ->> 'times' <> '1')::int]) || ' per '
        || format(counted, parts ->> 'per', parts ->> 'unit', plural[1 + (parts ->> 'per' <> '1')::int]);
    when 'weekly' then
      return coalesce((
        select 'Every ' || string_agg(case day when 'MO' then 'Mon' when 'TU' then 'Tue' when 'WE' then 'Wed'
                                               when 'TH' then 'Thu' when 'FR' then 'Fri' when 'SA' then 'Sat'
                                               else 'Sun' end, ', ' order by n)
          from jsonb_array_elements_text(parts -> 'byWeekdays') with ordinality as d(day, n)), 'No weekdays chosen');
    when 'monthly' then
      return coalesce((
        select case count(*) when 1 then 'Day ' else 'Days ' end || string_agg(day, ', ' order by n) || ' of each month'
          from jsonb_array_elements_text(parts -> 'byMonthDay') with ordinality as d(day, n)), 'No month days chosen');
    when 'custom' then return 'Custom recurrence';
    else return null;
  end case;
end $f$;

update activity_activations
   set warning = case
         when frequency_display = 'No recurrence pattern' and recurrence is null
           or frequency_display like 'No usable recurrence pattern: %' and recurrence ->> 'pattern' = 'custom'
           then '{"cause": "no-pattern"}'::jsonb
         when frequency_display = 'Invalid ' || (recurrence ->> 'pattern') || ' setup' then '{"cause": "invalid-setup"}'
         when frequency_display like 'The phase lacks the %' and recurrence ->> 'pattern' in ('weekly', 'monthly', 'custom')
           then '{"cause": "phase-lacks-days"}'
         when frequency_display ~ '^The phase is too short for .*: it has \d+ days?$' and recurrence ->> 'pattern' = 'interval'
           then jsonb_build_object('cause', 'phase-too-short',
                                   'days', substring(frequency_display from ' it has (\d+) days?$')::integer)
         end
 where is_recurring;
update activity_activations
   set frequency_words = frequency_display
 where warning is null and frequency_display is distinct from label_before(is_recurring, recurrence)
   -- Said of what wasn't chosen and had nothing to be chosen from.
   and not (is_recurring and recurrence is null and frequency_display = 'One time');
drop function label_before(boolean, jsonb);
alter table activity_activations drop column frequency_display;
