-- Whoever writes a plan, its reminders are looked at again within a second. A plan that ever counts from its last dose is
-- looked at after each dose: the version that is written may begin only later.
create or replace function remind_of_version() returns trigger language plpgsql as $f$ begin
  insert into dose_reminders as r (plan_id, kind, diary_id, counts_from_last)
    select new.plan_id, k.kind, new.diary_id, new.schedule @> '{"kind": "afterLast"}'
      from (values ('dose'), ('dose-missed')) k(kind)
        on conflict (plan_id, kind) do update set next_at = now(), counts_from_last = r.counts_from_last or excluded.counts_from_last;
  return null;
end $f$;
create or replace trigger remind_of_version after insert on medication_plan_versions for each row execute function remind_of_version();
