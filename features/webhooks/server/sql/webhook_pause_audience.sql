-- Who sees a pause of doses: everybody, unless it is only of plans that viewers don't see.
create or replace function webhook_pause_audience(plans uuid[]) returns jsonb language sql stable as $f$
  select jsonb_build_object('visibility', case
    when plans is null or exists (select from medication_plans p where p.id = any(plans) and p.visibility = 'extended')
    then 'extended' else 'team' end)
$f$;
