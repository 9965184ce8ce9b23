-- Whether the present version of a list of medications was written from the plans: it is news of no one, because the
-- change of the plan is (docs/decisions/0257-the-plan-is-the-list.md).
alter table notes
  add column is_from_plans boolean not null default false,
  add constraint notes_from_plans check (not is_from_plans or (type = 'current-medications' and visibility <> 'private'));
