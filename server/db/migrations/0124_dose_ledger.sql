-- Plans of medication and the ledger of doses (docs/decisions/0140).

-- A medicine that somebody plans to give. What it is called stands in `facts`, or encrypted in `sealed_facts`; units,
-- amounts, times and limits stay open, because the guard and reminders compare them.
create table medication_plans (
  id            uuid        primary key,
  diary_id      uuid        not null references diaries (id) on delete cascade,
  -- What is counted: tablet, ml, drop and so on.
  unit          text        not null check (char_length(unit) between 1 and 40),
  visibility    text        not null check (visibility in ('team', 'extended')),
  facts         jsonb,
  sealed_facts  bytea,
  -- The list of medications that it was made from.
  source_note_id uuid,
  created_by    uuid        not null references users (id),
  created_at    timestamptz not null default now(),
  ended_at      timestamptz,
  ended_by      uuid        references users (id),
  unique (diary_id, id),
  foreign key (diary_id, source_note_id) references notes (diary_id, id) on delete set null (source_note_id),
  check (num_nonnulls(facts, sealed_facts) = 1),
  check ((ended_at is null) = (ended_by is null))
);
create index medication_plans_notebook on medication_plans (diary_id, created_at);
create index medication_plans_source on medication_plans (diary_id, source_note_id) where source_note_id is not null;

-- What a plan says from a moment on. Never changed: what was due keeps the version under which it was due.
create table medication_plan_versions (
  plan_id            uuid        not null,
  version            int         not null check (version > 0),
  diary_id           uuid        not null,
  effective_from     timestamptz not null,
  time_zone          text        not null,
  first_day          date        not null,
  last_day           date        check (last_day >= first_day),
  schedule           jsonb       not null,
  min_gap_minutes    int         check (min_gap_minutes > 0),
  max_count          int         check (max_count > 0),
  max_amount         numeric(9,3) check (max_amount > 0),
  window_hours       int         not null default 24 check (window_hours between 1 and 744),
  same_dose_minutes  int         check (same_dose_minutes > 0),
  late_after_minutes int         not null check (late_after_minutes > 0),
  late_until_minutes int         not null,
  -- Instructions, who said so and why it was changed.
  words              jsonb,
  sealed_words       bytea,
  changed_by         uuid        not null references users (id),
  changed_at         timestamptz not null default now(),
  primary key (plan_id, version),
  foreign key (diary_id, plan_id) references medication_plans (diary_id, id) on delete cascade,
  check (late_until_minutes >= late_after_minutes),
  check (num_nonnulls(words, sealed_words) = 1)
);
create index medication_plan_versions_notebook on medication_plan_versions (diary_id, plan_id, version desc);

-- The present state of each dose: its newest entry. A dose that was refused and then given is one row.
create table doses (
  id            uuid         primary key,
  diary_id      uuid         not null,
  plan_id       uuid         not null,
  plan_version  int          not null,
  -- The planned dose that it is; null for one that wasn't planned.
  slot          text         check (char_length(slot) between 1 and 80),
  due_at        timestamptz,
  state         text         not null check (state in ('given', 'not_given', 'claimed', 'released', 'withdrawn')),
  reason        text         check (char_length(reason) between 1 and 40),
  amount        numeric(9,3) check (amount > 0),
  given_at      timestamptz,
  -- A member; null where `given_by_name` says who it was, such as the person themselves.
  given_by      uuid         references users (id),
  given_by_name text         check (char_length(given_by_name) between 1 and 200),
  recorded_by   uuid         not null references users (id),
  recorded_at   timestamptz  not null default now(),
  -- The note beside it.
  words         jsonb,
  sealed_words  bytea,
  -- The dose of the same slot that stands already: two people may have given it.
  extra_of      uuid         references doses (id),
  -- The doses that it goes against, which whoever recorded it has seen.
  against       uuid[]       not null default '{}',
  claimed_until timestamptz,
  revision      int          not null default 1,
  foreign key (diary_id, plan_id) references medication_plans (diary_id, id) on delete cascade,
  foreign key (plan_id, plan_version) references medication_plan_versions (plan_id, version) on delete cascade,
  unique (diary_id, id),
  check ((slot is null) = (due_at is null)),
  check (state <> 'given' or (given_at is not null and amount is not null)),
  check (state not in ('not_given', 'withdrawn') or reason is not null),
  check ((state = 'claimed') = (claimed_until is not null)),
  check (given_at <= recorded_at + interval '2 minutes'),
  check (num_nonnulls(words, sealed_words) <= 1),
  check (extra_of is null or slot is not null)
);
create unique index doses_slot on doses (plan_id, slot)
  where slot is not null and extra_of is null and state <> 'withdrawn';
create index doses_version on doses (plan_id, plan_version);
create index doses_of_slot on doses (plan_id, slot) where slot is not null;
create index doses_claimed on doses (plan_id) where state = 'claimed';
create index doses_given on doses (plan_id, given_at) where state = 'given';
create index doses_due on doses (diary_id, due_at) where due_at is not null;
create index doses_unplanned on doses (diary_id, given_at) where slot is null and given_at is not null;
create index doses_recorded on doses (diary_id, recorded_at desc, id desc);
create index doses_extra on doses (extra_of) where extra_of is not null;

-- Everything that was said about a dose, in order; only added to.
create table dose_entries (
  -- Made by the device, so that an entry that is sent twice is written once.
  id         uuid        not null unique,
  dose_id    uuid        not null,
  revision   int         not null check (revision > 0),
  diary_id   uuid        not null,
  kind       text        not null check (kind in
    ('given', 'not_given', 'claimed', 'released', 'corrected', 'withdrawn', 'followed_up', 'noted')),
  -- The values of the dose after it, as the ledger shows them.
  "values"   jsonb       not null,
  -- The note, and why it was corrected, withdrawn or recorded against a limit.
  words      jsonb,
  sealed_words bytea,
  by_user    uuid        not null references users (id),
  at         timestamptz not null default now(),
  primary key (dose_id, revision),
  foreign key (diary_id, dose_id) references doses (diary_id, id) on delete cascade,
  check (num_nonnulls(words, sealed_words) <= 1)
);
create index dose_entries_notebook on dose_entries (diary_id, at desc);

-- Of two transactions about one plan at a time, the second sees what the first has written.
-- Without a foreign key, as medication_turns: a notebook's deletion must not wait. A row that is left says nothing.
create table dose_turns (
  of_id uuid primary key,
  taken integer not null default 1
);

-- Times in which somebody else gives the medicines, such as a stay in hospital: nothing is due, nothing is missing.
create table care_pauses (
  id         uuid        primary key,
  diary_id   uuid        not null references diaries (id) on delete cascade,
  kind       text        not null check (kind in ('hospital', 'away', 'other')),
  -- Null for all plans.
  plan_ids   uuid[],
  from_at    timestamptz not null,
  until_at   timestamptz,
  started_by uuid        not null references users (id),
  ended_by   uuid        references users (id),
  created_at timestamptz not null default now(),
  check (until_at > from_at)
);
create index care_pauses_notebook on care_pauses (diary_id, from_at desc);

-- What was counted, added and thrown away. The stock itself is computed, so that a corrected dose corrects it too.
create table stock_events (
  id       uuid          primary key,
  diary_id uuid          not null,
  plan_id  uuid          not null,
  kind     text          not null check (kind in ('counted', 'added', 'discarded')),
  amount   numeric(12,3) not null check (amount >= 0 and (amount > 0 or kind = 'counted')),
  at       timestamptz   not null default now(),
  by_user  uuid          not null references users (id),
  foreign key (diary_id, plan_id) references medication_plans (diary_id, id) on delete cascade
);
create index stock_events_plan on stock_events (plan_id, at desc, id desc);
create index stock_events_notebook on stock_events (diary_id, plan_id);

select sync_track('medication_plans', array['diary_id']);
select sync_track('medication_plan_versions', array['diary_id']);
select sync_track('doses', array['diary_id', 'plan_id']);
select sync_track('dose_entries', array['diary_id', 'dose_id']);
select sync_track('care_pauses', array['diary_id']);
select sync_track('stock_events', array['diary_id']);
