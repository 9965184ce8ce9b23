-- Who sees a medication plan and the doses and stock of it; null when it is gone.
create or replace function webhook_plan_audience(plan uuid) returns jsonb language sql stable as $f$
  select jsonb_build_object('visibility', p.visibility, 'isEncrypted', p.sealed_facts is not null)
    from medication_plans p where p.id = plan
$f$;
