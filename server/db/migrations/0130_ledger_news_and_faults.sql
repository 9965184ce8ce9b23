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

-- The search finds plans by their names and what is said about them, and doses by the notes beside them. Encrypted ones have no
-- words here, so nothing of them is found, as of encrypted notes.
create function plan_text(facts jsonb) returns text immutable parallel safe language sql
  return coalesce(facts ->> 'name', '') || ' ' || coalesce(facts ->> 'strength', '') || ' ' || coalesce(facts ->> 'form', '')
    || ' ' || coalesce(facts ->> 'route', '') || ' ' || coalesce(facts ->> 'prescriber', '') || ' '
    || coalesce(facts ->> 'notes', '');
create index medication_plans_found on medication_plans using gin (find_terms(diary_id, plan_text(facts), null))
  with (gin_pending_list_limit = 256) where facts is not null;
create index doses_found on doses using gin (find_terms(diary_id, words ->> 'note', null))
  with (gin_pending_list_limit = 256) where words is not null;
alter index medication_plans_found alter column 1 set statistics 0;
alter index doses_found alter column 1 set statistics 0;
