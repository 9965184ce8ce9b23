-- Doses whose row differs from their newest entry, as the nightly check found them. The check never repairs: somebody has to
-- find out which of the two is true (docs/decisions/0145).
create table dose_faults (
  dose_id  uuid        primary key,
  diary_id uuid        not null,
  -- What differs: names of columns, or `entries` when the newest entry is missing.
  fields   text[]      not null,
  found_at timestamptz not null default now(),
  foreign key (diary_id, dose_id) references doses (diary_id, id) on delete cascade
);
create index dose_faults_notebook on dose_faults (diary_id, dose_id);

-- What is new reads the newest versions of plans, ended plans, and doses that somebody has to look at.
alter table medication_plan_versions add column id uuid not null default gen_random_uuid();
create index medication_plan_versions_changed on medication_plan_versions (diary_id, changed_at desc, id desc);
create index medication_plans_ended on medication_plans (diary_id, ended_at desc, id desc) where ended_at is not null;
create index doses_flagged on doses (diary_id, recorded_at desc, id desc)
  where state = 'given' and (extra_of is not null or against <> '{}');
