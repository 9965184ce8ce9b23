-- What people plan with: meals, corrected names, ended plans, and who may write plans (docs/decisions/0144).

-- Off at first: only the owner and admins write plans.
alter table diaries add column caregivers_edit_plans boolean not null default false;

alter table medication_plans
  -- The day of the list that it was made from, which stays known when the list is deleted.
  add column source_day date,
  -- Why it ended; encrypted like its name.
  add column end_words jsonb,
  add column sealed_end_words bytea,
  add check (num_nonnulls(end_words, sealed_end_words) <= 1);

alter table medication_plan_versions
  add column meal_relation text not null default 'none'
    check (meal_relation in ('none', 'before', 'with', 'after', 'empty')),
  add column meal_minutes int check (meal_minutes between 1 and 720),
  add check (meal_minutes is null or meal_relation in ('before', 'after'));

-- What a plan was called before somebody corrected it; only added to.
create table medication_plan_corrections (
  plan_id      uuid        not null,
  revision     int         not null check (revision > 0),
  diary_id     uuid        not null,
  -- The former facts, and why they were wrong.
  words        jsonb,
  sealed_words bytea,
  corrected_by uuid        not null references users (id),
  corrected_at timestamptz not null default now(),
  primary key (plan_id, revision),
  foreign key (diary_id, plan_id) references medication_plans (diary_id, id) on delete cascade,
  check (num_nonnulls(words, sealed_words) = 1)
);
create index medication_plan_corrections_notebook on medication_plan_corrections (diary_id, plan_id, revision desc);

select sync_track('medication_plan_corrections', array['diary_id']);
