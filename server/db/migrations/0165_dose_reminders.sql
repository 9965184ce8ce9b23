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

insert into dose_reminders (plan_id, kind, diary_id, counts_from_last)
  select p.id, k.kind, p.diary_id, v.schedule @> '{"kind": "afterLast"}'
    from medication_plans p
    join lateral (select schedule from medication_plan_versions w where w.plan_id = p.id order by version desc limit 1) v on true
    cross join (values ('dose'), ('dose-missed')) k(kind)
   where p.ended_at is null;
