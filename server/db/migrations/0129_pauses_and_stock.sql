-- Pauses are started, changed and ended (docs/decisions/0145). Of two changes at once the second is refused: `revision`.
alter table care_pauses
  add column ended_at timestamptz,
  add column revision int not null default 1 check (revision > 0),
  add check ((ended_at is null) = (ended_by is null)),
  add check (cardinality(plan_ids) > 0);

-- When something was counted, added or thrown away, and when it was written down. Of two at the same moment the one that
-- was written later counts as later.
alter table stock_events add column recorded_at timestamptz not null default now();
update stock_events set recorded_at = at;
drop index stock_events_plan;
create index stock_events_plan on stock_events (plan_id, at desc, recorded_at desc, id desc);
create index stock_events_counts on stock_events (plan_id, at desc, recorded_at desc, id desc) where kind = 'counted';

-- When the family wants to be told that little is left: a number that somebody typed, in days or in the plan's unit.
create table stock_warnings (
  plan_id  uuid          primary key,
  diary_id uuid          not null,
  below    numeric(12,3) not null check (below > 0),
  of_what  text          not null check (of_what in ('days', 'amount')),
  set_by   uuid          not null references users (id),
  set_at   timestamptz   not null default now(),
  foreign key (diary_id, plan_id) references medication_plans (diary_id, id) on delete cascade
);
create index stock_warnings_notebook on stock_warnings (diary_id, plan_id);
select sync_track('stock_warnings', array['diary_id']);
