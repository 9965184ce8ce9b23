-- Plans of medicines, the ledger of their doses, stock, handover.

-- Two people may change the newest list of medications of a notebook at the same moment. Whoever writes a list changes the
-- row of the notebook first, so that of two at once one starts again and sees the other's list (docs/decisions/0133).
-- Without a foreign key, as invitation_turns: a notebook's deletion must not wait. A row that is left says nothing.
create table medication_turns (
  of_id uuid primary key,
  taken integer not null default 1
);

-- A medicine that somebody plans to give. What it is called stands in `facts`, or encrypted in `sealed_facts`; units,
-- amounts, times and limits stay open, because the guard and reminders compare them.
create table medication_plans (
  id               uuid primary key,
  diary_id         uuid not null references diaries(id) on delete cascade,
  -- What is counted: tablet, ml, drop and so on.
  unit             text not null check (char_length(unit) between 1 and 40),
  visibility       text not null check (visibility in ('team', 'extended')),
  facts            jsonb,
  sealed_facts     bytea,
  -- The list of medications that it was made from.
  source_note_id   uuid,
  created_by       uuid not null references users(id),
  created_at       timestamptz not null default now(),
  ended_at         timestamptz,
  ended_by         uuid references users(id),
  -- The day of the list that it was made from, which stays known when the list is deleted.
  source_day       date,
  -- Why it ended; encrypted like its name.
  end_words        jsonb,
  sealed_end_words bytea,
  constraint medication_plans_check check (num_nonnulls(facts, sealed_facts) = 1),
  constraint medication_plans_check1 check ((ended_at is null) = (ended_by is null)),
  unique (diary_id, id),
  foreign key (diary_id, source_note_id) references notes(diary_id, id) on delete set null (source_note_id),
  constraint medication_plans_check2 check (num_nonnulls(end_words, sealed_end_words) <= 1)
);
create index medication_plans_notebook on medication_plans (diary_id, created_at);
create index medication_plans_source on medication_plans (diary_id, source_note_id) where source_note_id is not null;
create index medication_plans_ended on medication_plans (diary_id, ended_at desc, id desc) where ended_at is not null;
create index medication_plans_found on medication_plans using gin (find_terms(diary_id, plan_text(facts), null::text[])) with (gin_pending_list_limit = 256)
  where facts is not null;
alter index medication_plans_found alter column 1 set statistics 0;

-- What a plan says from a moment on. Never changed: what was due keeps the version under which it was due.
create table medication_plan_versions (
  plan_id            uuid not null,
  version            integer not null check (version > 0),
  diary_id           uuid not null,
  effective_from     timestamptz not null,
  time_zone          text not null,
  first_day          date not null,
  last_day           date,
  schedule           jsonb not null,
  min_gap_minutes    integer check (min_gap_minutes > 0),
  max_count          integer check (max_count > 0),
  max_amount         numeric(9,3) check (max_amount > 0),
  window_hours       integer not null default 24 check (window_hours between 1 and 744),
  same_dose_minutes  integer check (same_dose_minutes > 0),
  late_after_minutes integer not null check (late_after_minutes > 0),
  late_until_minutes integer not null,
  -- Instructions, who said so and why it was changed.
  words              jsonb,
  sealed_words       bytea,
  changed_by         uuid not null references users(id),
  changed_at         timestamptz not null default now(),
  meal_relation      text not null default 'none' check (meal_relation in ('none', 'before', 'with', 'after', 'empty')),
  meal_minutes       integer check (meal_minutes between 1 and 720),
  id                 uuid not null default gen_random_uuid(),
  constraint medication_plan_versions_check check (last_day >= first_day),
  constraint medication_plan_versions_check1 check (late_until_minutes >= late_after_minutes),
  constraint medication_plan_versions_check2 check (num_nonnulls(words, sealed_words) = 1),
  primary key (plan_id, version),
  foreign key (diary_id, plan_id) references medication_plans(diary_id, id) on delete cascade,
  constraint medication_plan_versions_check3 check (meal_minutes is null or (meal_relation in ('before', 'after')))
);
create index medication_plan_versions_notebook on medication_plan_versions (diary_id, plan_id, version desc);
create index medication_plan_versions_changed on medication_plan_versions (diary_id, changed_at desc, id desc);

-- What a plan was called before somebody corrected it; only added to.
create table medication_plan_corrections (
  plan_id      uuid not null,
  revision     integer not null check (revision > 0),
  diary_id     uuid not null,
  -- The former facts, and why they were wrong.
  words        jsonb,
  sealed_words bytea,
  corrected_by uuid not null references users(id),
  corrected_at timestamptz not null default now(),
  constraint medication_plan_corrections_check check (num_nonnulls(words, sealed_words) = 1),
  primary key (plan_id, revision),
  foreign key (diary_id, plan_id) references medication_plans(diary_id, id) on delete cascade
);
create index medication_plan_corrections_notebook on medication_plan_corrections (diary_id, plan_id, revision desc);

-- What somebody said of two plans: they are the same medicine and count together, or they don't although their names are
-- alike (docs/decisions/0196).
create table medication_plan_ties (
  diary_id    uuid not null,
  plan_id     uuid not null,
  other_id    uuid not null,
  is_together boolean not null,
  said_by     uuid not null references users(id),
  said_at     timestamptz not null default now(),
  constraint medication_plan_ties_check check (plan_id < other_id),
  primary key (plan_id, other_id),
  foreign key (diary_id, plan_id) references medication_plans(diary_id, id) on delete cascade,
  foreign key (diary_id, other_id) references medication_plans(diary_id, id) on delete cascade
);
create index medication_plan_ties_notebook on medication_plan_ties (diary_id, plan_id);
create index medication_plan_ties_other on medication_plan_ties (diary_id, other_id);
create index medication_plan_ties_said_by on medication_plan_ties (said_by);

-- The present state of each dose: its newest entry. A dose that was refused and then given is one row.
create table doses (
  id            uuid primary key,
  diary_id      uuid not null,
  plan_id       uuid not null,
  plan_version  integer not null,
  -- The planned dose that it is; null for one that wasn't planned.
  slot          text check (char_length(slot) between 1 and 80),
  due_at        timestamptz,
  state         text not null check (state in ('given', 'not_given', 'claimed', 'released', 'withdrawn')),
  reason        text check (char_length(reason) between 1 and 40),
  amount        numeric(9,3) check (amount > 0),
  given_at      timestamptz,
  -- A member; null where `given_by_name` says who it was, such as the person themselves.
  given_by      uuid references users(id),
  given_by_name text check (char_length(given_by_name) between 1 and 200),
  recorded_by   uuid not null references users(id),
  recorded_at   timestamptz not null default now(),
  -- The note beside it.
  words         jsonb,
  sealed_words  bytea,
  -- The dose of the same slot that stands already: two people may have given it.
  extra_of      uuid references doses(id),
  -- The doses that it goes against, which whoever recorded it has seen.
  against       uuid[] not null default '{}',
  claimed_until timestamptz,
  revision      integer not null default 1,
  -- Whether a dose helped, and who looked at one that may have been given twice (docs/decisions/0143).
  helped        text check (helped in ('yes', 'partly', 'no')),
  helped_at     timestamptz,
  reviewed_at   timestamptz,
  reviewed_by   uuid references users(id),
  -- Why a dose doesn't fit its plan, such as one that was given although none was due (docs/decisions/0195). Such a dose names
  -- itself among those that it goes against, so that it stands under review like the others.
  doubts        text[] not null default '{}',
  constraint doses_check check ((slot is null) = (due_at is null)),
  constraint doses_check1 check (state <> 'given' or given_at is not null and amount is not null),
  constraint doses_check2 check ((state not in ('not_given', 'withdrawn')) or reason is not null),
  constraint doses_check3 check ((state = 'claimed') = (claimed_until is not null)),
  constraint doses_check4 check (given_at <= (recorded_at + interval '00:02:00')),
  constraint doses_check5 check (num_nonnulls(words, sealed_words) <= 1),
  constraint doses_check6 check (extra_of is null or slot is not null),
  unique (diary_id, id),
  foreign key (diary_id, plan_id) references medication_plans(diary_id, id) on delete cascade,
  foreign key (plan_id, plan_version) references medication_plan_versions(plan_id, version) on delete cascade,
  constraint doses_helped check ((helped is null) = (helped_at is null)),
  constraint doses_reviewed check ((reviewed_at is null) = (reviewed_by is null))
);
create unique index doses_slot on doses (plan_id, slot) where slot is not null and extra_of is null and state <> 'withdrawn';
create index doses_version on doses (plan_id, plan_version);
create index doses_of_slot on doses (plan_id, slot) where slot is not null;
create index doses_claimed on doses (plan_id) where state = 'claimed';
create index doses_given on doses (plan_id, given_at) where state = 'given';
create index doses_due on doses (diary_id, due_at) where due_at is not null;
create index doses_unplanned on doses (diary_id, given_at) where slot is null and given_at is not null;
create index doses_recorded on doses (diary_id, recorded_at desc, id desc);
create index doses_extra on doses (extra_of) where extra_of is not null;
-- What stands first on the page of today: doses beside another one or against a limit, at which nobody has looked.
create index doses_to_review on doses (diary_id, recorded_at desc)
  where state = 'given' and reviewed_at is null and (extra_of is not null or against <> '{}');
create index doses_flagged on doses (diary_id, recorded_at desc, id desc)
  where state = 'given' and (extra_of is not null or against <> '{}');
create index doses_found on doses using gin (find_terms(diary_id, words ->> 'note', null::text[])) with (gin_pending_list_limit = 256)
  where words is not null;
alter index doses_found alter column 1 set statistics 0;

-- Everything that was said about a dose, in order; only added to.
create table dose_entries (
  -- Made by the device, so that an entry that is sent twice is written once.
  id           uuid not null unique,
  dose_id      uuid not null,
  revision     integer not null check (revision > 0),
  diary_id     uuid not null,
  kind         text not null
    check (kind in ('given', 'not_given', 'claimed', 'released', 'corrected', 'withdrawn', 'followed_up', 'reviewed', 'noted')),
  -- The values of the dose after it, as the ledger shows them.
  "values"     jsonb not null,
  -- The note, and why it was corrected, withdrawn or recorded against a limit.
  words        jsonb,
  sealed_words bytea,
  by_user      uuid not null references users(id),
  at           timestamptz not null default now(),
  constraint dose_entries_check check (num_nonnulls(words, sealed_words) <= 1),
  primary key (dose_id, revision),
  foreign key (diary_id, dose_id) references doses(diary_id, id) on delete cascade
);
create index dose_entries_notebook on dose_entries (diary_id, at desc);

-- Of two transactions about one plan at a time, the second sees what the first has written.
-- Without a foreign key, as medication_turns: a notebook's deletion must not wait. A row that is left says nothing.
create table dose_turns (
  of_id uuid primary key,
  taken integer not null default 1
);

-- Doses whose row differs from their newest entry, as the nightly check found them. The check never repairs: somebody has to
-- find out which of the two is true (docs/decisions/0145).
create table dose_faults (
  dose_id  uuid primary key,
  diary_id uuid not null,
  -- What differs: names of columns, or `entries` when the newest entry is missing.
  fields   text[] not null,
  found_at timestamptz not null default now(),
  foreign key (diary_id, dose_id) references doses(diary_id, id) on delete cascade
);
create index dose_faults_notebook on dose_faults (diary_id, dose_id);

-- Times in which somebody else gives the medicines, such as a stay in hospital: nothing is due, nothing is missing.
create table care_pauses (
  id         uuid primary key,
  diary_id   uuid not null references diaries(id) on delete cascade,
  kind       text not null check (kind in ('hospital', 'away', 'other')),
  -- Null for all plans.
  plan_ids   uuid[] check (cardinality(plan_ids) > 0),
  from_at    timestamptz not null,
  until_at   timestamptz,
  started_by uuid not null references users(id),
  ended_by   uuid references users(id),
  created_at timestamptz not null default now(),
  -- Pauses are started, changed and ended (docs/decisions/0145). Of two changes at once the second is refused: `revision`.
  ended_at   timestamptz,
  revision   integer not null default 1 check (revision > 0),
  -- Who changed the times of a pause last, and when: what is new tells it (docs/decisions/0147). At first, who started it.
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users(id),
  constraint care_pauses_check check (until_at > from_at),
  constraint care_pauses_check1 check ((ended_at is null) = (ended_by is null))
);
create index care_pauses_notebook on care_pauses (diary_id, from_at desc);
create index care_pauses_recorded on care_pauses (diary_id, updated_at desc, id desc);

-- What was counted, added and thrown away. The stock itself is computed, so that a corrected dose corrects it too.
create table stock_events (
  id          uuid primary key,
  diary_id    uuid not null,
  plan_id     uuid not null,
  kind        text not null check (kind in ('counted', 'added', 'discarded')),
  amount      numeric(12,3) not null,
  at          timestamptz not null default now(),
  by_user     uuid not null references users(id),
  -- When something was counted, added or thrown away, and when it was written down. Of two at the same moment the one that
  -- was written later counts as later.
  recorded_at timestamptz not null default now(),
  constraint stock_events_check check (amount >= 0 and (amount > 0 or kind = 'counted')),
  foreign key (diary_id, plan_id) references medication_plans(diary_id, id) on delete cascade
);
create index stock_events_notebook on stock_events (diary_id, plan_id);
create index stock_events_plan on stock_events (plan_id, at desc, recorded_at desc, id desc);
create index stock_events_counts on stock_events (plan_id, at desc, recorded_at desc, id desc) where kind = 'counted';

-- When the family wants to be told that little is left: a number that somebody typed, in days or in the plan's unit.
create table stock_warnings (
  plan_id  uuid primary key,
  diary_id uuid not null,
  below    numeric(12,3) not null check (below > 0),
  of_what  text not null check (of_what in ('days', 'amount')),
  set_by   uuid not null references users(id),
  set_at   timestamptz not null default now(),
  foreign key (diary_id, plan_id) references medication_plans(diary_id, id) on delete cascade
);
create index stock_warnings_notebook on stock_warnings (diary_id, plan_id);

-- Rows are only added; the newest one of a member counts. It holds what was shown, not when the button was pressed.
create table handover_marks (
  id         uuid primary key,
  -- Their order; two may be of one moment.
  "position" bigint not null generated always as identity,
  diary_id   uuid not null,
  user_id    uuid not null,
  -- All that was recorded up to here was shown.
  up_to      timestamptz not null,
  -- Of what was shown, what was recorded from a minute before `up_to` on. The next handover begins a minute earlier, for
  -- transactions that were committed late, and leaves these out.
  seen_tail  text[] not null default '{}' check (cardinality(seen_tail) <= 1000),
  -- The newest handover note that was shown. Without a foreign key: rows never change, also when the note goes.
  note_id    uuid,
  -- Whether the member went back, to have it before them again.
  is_unread  boolean not null default false,
  read_at    timestamptz not null default now(),
  foreign key (diary_id, user_id) references members(diary_id, user_id) on delete cascade
);
create index handover_marks_member on handover_marks (diary_id, user_id, "position" desc);

-- Of two presses of one member at a time, the second sees what the first has written; by the membership's id.
create table handover_turns (
  of_id uuid primary key,
  taken integer not null default 1
);
