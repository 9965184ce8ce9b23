-- Whom the steps of a run told and when, for the rows of what it is about; and runs that nobody answered to the end
-- (docs/decisions/0167).
alter table escalation_runs add column told jsonb not null default '[]' check (jsonb_typeof(told) = 'array');
update escalation_runs r
   set told = (select jsonb_agg(jsonb_build_object('userId', id, 'at', floor(extract(epoch from r.told_at) * 1000)))
                 from unnest(r.told_ids) id)
 where told_at is not null and cardinality(told_ids) > 0;
alter table escalation_runs drop column told_ids, drop column told_at;

alter table notifications
  drop constraint notifications_step_check,
  add constraint notifications_step_check check (step in ('again', 'next', 'leaders', 'taken', 'stale'));

create index escalation_runs_stale on escalation_runs (diary_id, closed_at) where state = 'stale';
