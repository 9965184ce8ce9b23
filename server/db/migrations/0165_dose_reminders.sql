-- Reminders of planned doses (docs/decisions/0154).

-- Up to when a plan's planned doses were looked at, and when the next look is due. A plan's doses are computed from its
-- versions, in TypeScript, so no time of them stands here but the next one. 'dose': when a dose is due; 'dose-missed':
-- when it counts as late and may have no entry.
create table dose_reminders (
  plan_id          uuid        not null,
  kind             text        not null check (kind in ('dose', 'dose-missed')),
  diary_id         uuid        not null,
  -- The next dose depends on the last one that was given.
  counts_from_last boolean     not null default false,
  done_until       timestamptz not null default now(),
  -- Null for plans that have no further dose.
  next_at          timestamptz default now(),
  primary key (plan_id, kind),
  foreign key (diary_id, plan_id) references medication_plans (diary_id, id) on delete cascade
);
create index dose_reminders_due on dose_reminders (next_at, plan_id, kind) where next_at is not null;
create index dose_reminders_notebook on dose_reminders (diary_id, plan_id);

-- Whoever writes a plan, its reminders are looked at again within a second.
create or replace function remind_of_version() returns trigger language plpgsql as $f$ begin
  insert into dose_reminders as r (plan_id, kind, diary_id, counts_from_last)
    select new.plan_id, k.kind, new.diary_id, new.schedule->>'kind' = 'afterLast'
      from (values ('dose'), ('dose-missed')) k(kind)
        on conflict (plan_id, kind) do update set next_at = now(), counts_from_last = excluded.counts_from_last;
  return null;
end $f$;
create trigger remind_of_version after insert on medication_plan_versions for each row execute function remind_of_version();

create or replace function remind_of_end() returns trigger language plpgsql as $f$ begin
  update dose_reminders set next_at = now() where plan_id = new.id;
  return null;
end $f$;
create trigger remind_of_end after update of ended_at on medication_plans for each row
  when (old.ended_at is distinct from new.ended_at) execute function remind_of_end();

-- The next dose of a plan by elapsed hours moves with each dose that is given, corrected or withdrawn.
create or replace function remind_after_last() returns trigger language plpgsql as $f$ begin
  update dose_reminders set next_at = now() where plan_id = new.plan_id and counts_from_last;
  return null;
end $f$;
create trigger remind_after_given after insert on doses for each row
  when (new.state = 'given') execute function remind_after_last();
create trigger remind_after_change after update of state, given_at on doses for each row
  when ((new.state = 'given' or old.state = 'given')
        and (old.state, old.given_at) is distinct from (new.state, new.given_at))
  execute function remind_after_last();

insert into dose_reminders (plan_id, kind, diary_id, counts_from_last)
  select p.id, k.kind, p.diary_id, v.schedule->>'kind' = 'afterLast'
    from medication_plans p
    join lateral (select schedule from medication_plan_versions w where w.plan_id = p.id order by version desc limit 1) v on true
    cross join (values ('dose'), ('dose-missed')) k(kind)
   where p.ended_at is null;

-- What was done needs no reminder any more, whoever wrote that it is done.
create or replace function settle_dose() returns trigger language plpgsql as $f$ begin
  update notifications set done_at = now()
   where diary_id = new.diary_id and subject_id = new.plan_id and slot = new.slot and done_at is null;
  return null;
end $f$;
create trigger settle_new_dose after insert on doses for each row
  when (new.slot is not null and new.state in ('given', 'not_given')) execute function settle_dose();
create trigger settle_dose after update of state on doses for each row
  when (new.slot is not null and new.state in ('given', 'not_given') and old.state <> new.state) execute function settle_dose();
create or replace function settle_task() returns trigger language plpgsql as $f$ begin
  update notifications set done_at = now()
   where diary_id = new.diary_id and subject_id = new.id and subject_kind = 'task' and kind in ('task-due', 'escalation')
     and done_at is null;
  return null;
end $f$;
create trigger settle_task after update of status on tasks for each row
  when (old.status in ('pending', 'in_progress') and new.status not in ('pending', 'in_progress'))
  execute function settle_task();
