-- What somebody said of two plans: they are the same medicine and count together, or they don't although their names are
-- alike (docs/decisions/0196).
create table medication_plan_ties (
  diary_id    uuid        not null,
  plan_id     uuid        not null,
  other_id    uuid        not null check (plan_id < other_id),
  is_together boolean     not null,
  said_by     uuid        not null references users (id),
  said_at     timestamptz not null default now(),
  primary key (plan_id, other_id),
  foreign key (diary_id, plan_id) references medication_plans (diary_id, id) on delete cascade,
  foreign key (diary_id, other_id) references medication_plans (diary_id, id) on delete cascade
);
create index medication_plan_ties_notebook on medication_plan_ties (diary_id, plan_id);
create index medication_plan_ties_other on medication_plan_ties (diary_id, other_id);
create index medication_plan_ties_said_by on medication_plan_ties (said_by);

select sync_track('medication_plan_ties', array['diary_id']);
