-- The guard of doses: a dose that goes against a limit, or against somebody who is giving it at this moment, is written only
-- when `against` names each dose that it goes against. It holds for every writer, SQL by hand included. A refusal has the
-- SQLSTATE CD001 and the conflicts in its detail.
create or replace function guard_dose() returns trigger volatile language plpgsql as $$
declare
  conflicts jsonb;
  before_change doses%rowtype;
begin
  if tg_op = 'UPDATE' then
    before_change := old;
    -- A corrected note, or one more reader, never moves the guard.
    if (new.state, new.given_at, new.amount, new.slot, new.claimed_until, new.plan_id, new.plan_version)
       is not distinct from (old.state, old.given_at, old.amount, old.slot, old.claimed_until, old.plan_id, old.plan_version)
    then
      return new;
    end if;
  end if;
  if new.state not in ('given', 'claimed') then
    return new;
  end if;
  -- First the turn, then the count: what another transaction has written meanwhile is seen, or this one is run again.
  insert into dose_turns (of_id) values (new.plan_id)
    on conflict (of_id) do update set taken = dose_turns.taken + 1;
  select jsonb_agg(jsonb_build_object('id', c.id, 'limit', c.limit_name)) into conflicts from (
    select d.id, d.limit_name
      from dose_conflicts(new.plan_id, new.plan_version, new.id, new.slot, coalesce(new.given_at, now()),
                          coalesce(new.amount, 0)) d
     where new.state = 'given' or d.limit_name = 'slot'
    union all
    select o.id, 'claim' from doses o
     where o.plan_id = new.plan_id and o.slot is not distinct from new.slot and o.id <> new.id
       and o.state = 'claimed' and o.claimed_until > now() and o.recorded_by <> new.recorded_by
    union all
    select before_change.id, 'claim'
     where before_change.state = 'claimed' and before_change.claimed_until > now()
       and before_change.recorded_by <> new.recorded_by
  ) c where c.id <> all (new.against);
  if conflicts is not null then
    raise exception 'this dose goes against others that stand already' using errcode = 'CD001', detail = conflicts::text;
  end if;
  return new;
end $$;
create or replace trigger guard_dose before insert or update on doses
  for each row execute function guard_dose();
