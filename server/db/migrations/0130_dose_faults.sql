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
