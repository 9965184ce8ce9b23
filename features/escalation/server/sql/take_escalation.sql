-- Somebody is at what an escalation is about: nobody else is told until then. What was to come moves by that time.
create or replace function take_escalation(run uuid, person uuid, until timestamptz) returns void language sql as $f$
  update escalation_runs
     set counts_from = counts_from
           + greatest(interval '0', until - greatest(now(), coalesce(taken_until, '-infinity'))),
         taken_by = person, taken_until = greatest(until, coalesce(taken_until, '-infinity')),
         -- At once, so that the others are told who it is.
         next_at = now()
   where id = run and state = 'open'
$f$;
