-- The given doses of a plan that another one conflicts with, with the limit; `findConflicts` in
-- features/doses/rules/dose-conflicts.ts
-- is the same rule for screens, and a test compares them. `window_length` is that of the most doses and the most amount.
create or replace function dose_conflicts(
  of_plan uuid, of_version int, of_dose uuid, of_slot text, given timestamptz, of_amount numeric
) returns table (id uuid, limit_name text) stable language sql as $$
  with version as (
    select make_interval(mins => coalesce(v.same_dose_minutes, 0)) as same_dose,
           make_interval(mins => coalesce(v.min_gap_minutes, 0)) as gap,
           -- Hours, not days: a window has the same length whatever the clocks do.
           make_interval(hours => v.window_hours) as window_length, v.max_count, v.max_amount
      from medication_plan_versions v where v.plan_id = of_plan and v.version = of_version
  ),
  near as materialized (
    select d.id, d.given_at, d.amount from doses d, version v
     where d.plan_id = of_plan and d.state = 'given' and d.id <> of_dose
       and d.given_at > given - greatest(v.same_dose, v.gap, v.window_length)
       and d.given_at < given + greatest(v.same_dose, v.gap, v.window_length)
  ),
  -- A window begins with one of its doses: one that begins later would only lose doses.
  begins as (
    select given as at union select n.given_at from near n, version v
     where (v.max_count is not null or v.max_amount is not null)
       and n.given_at <= given and n.given_at + v.window_length > given
  ),
  windows as (
    select b.at, b.at + v.window_length as until, count(n.id) + 1 as doses, coalesce(sum(n.amount), 0) + of_amount as amount
      from version v, begins b left join near n on n.given_at >= b.at and n.given_at < b.at + (select window_length from version)
     group by b.at, v.window_length
  )
  select d.id, 'slot' from doses d
   where d.plan_id = of_plan and d.slot = of_slot and d.state = 'given' and d.id <> of_dose
  union all
  select n.id, 'sameDose' from near n, version v
   where n.given_at > given - v.same_dose and n.given_at < given + v.same_dose
  union all
  select n.id, 'gap' from near n, version v where n.given_at > given - v.gap and n.given_at < given + v.gap
  union all
  select distinct n.id, 'count' from near n, version v, windows w
   where w.doses > v.max_count and n.given_at >= w.at and n.given_at < w.until
  union all
  select distinct n.id, 'amount' from near n, version v, windows w
   where w.amount > v.max_amount and n.given_at >= w.at and n.given_at < w.until
  union all
  -- A dose that is more than the most by itself goes against the limit too.
  select of_dose, 'amount' from version v where of_amount > v.max_amount
$$;
